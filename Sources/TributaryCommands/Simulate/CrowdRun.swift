import HealthModel

/// What `tributary simulate` does for a crowd: push, tell the truth, compare.
struct CrowdRun: Sendable {
    /// Who is simulated; nil to compare only.
    let crowd: CrowdOptions?
    /// Whether the server is compared with what is expected of it.
    let isChecked: Bool
    /// The truth file; nil for one that nobody keeps.
    let truthPath: String?
    /// Where everything is printed.
    let console: Console

    /// The exit status of a difference, or a sample refused that should have been taken.
    static let differs: Int32 = 1
    /// The exit status when the server could not be compared.
    static let couldNotLook: Int32 = 2

    /// Runs against a server and answers the exit status.
    func run(on server: (url: String, token: String)) async throws -> Int32 {
        let connections = crowd?.connections ?? 4
        let admin = try APIClient(
            baseURL: server.url,
            token: server.token,
            connections: connections
        )
        if let truthPath { return try await run(admin, connections, truth: truthPath) }
        guard isChecked else { return try await push(admin, truth: nil) }
        let parent = TemporaryDirectory.standardParent
        let directory = try TemporaryDirectory(named: "truth", in: parent)
        defer { directory.remove() }
        return try await run(admin, connections, truth: directory.path + "/truth.ndjson")
    }

    private func run(
        _ admin: APIClient,
        _ connections: Int,
        truth path: String
    ) async throws -> Int32 {
        let status = crowd == nil ? 0 : try await push(admin, truth: try TruthWriter(path: path))
        guard isChecked else { return status }
        let check = TruthCheck(
            path: path,
            admin: admin,
            connections: connections,
            console: console
        )
        let tally: CheckTally
        do {
            tally = try await check.run()
        } catch let error as CommandError {
            console.error("tributary simulate: \(error)\n")
            return Self.couldNotLook
        }
        console.line(
            "\(NumberText.whole(tally.comparisons)) comparisons,"
                + " \(NumberText.whole(tally.differences.count)) differences"
        )
        return tally.differences.isEmpty ? status : Self.differs
    }

    /// Sends everything; answers 1 where the server refused what it should have taken.
    private func push(_ admin: APIClient, truth: TruthWriter?) async throws -> Int32 {
        guard let crowd else { return 0 }
        let progress = CrowdProgress(
            crowd,
            stepsPerUser: CrowdPush.steps(crowd),
            console: console
        )
        defer { progress.erase() }
        try await CrowdPush(options: crowd, admin: admin, progress: progress, truth: truth).run()
        progress.erase()
        let counts = progress.counts
        for line in summary(counts, seconds: progress.seconds) { console.line(line) }
        return counts.isClean ? 0 : Self.differs
    }

    private func summary(_ counts: CrowdCounts, seconds: Double) -> [String] {
        let rate = seconds > 0 ? Double(counts.samples) / seconds : 0
        var lines = [
            "\(NumberText.whole(counts.users)) users, \(crowd?.days.count ?? 0) days:"
                + " \(NumberText.whole(counts.samples)) samples sent in"
                + " \(NumberText.clock(seconds: seconds)), \(NumberText.decimal(rate))/s",
            counts.summary
                + " (\(NumberText.whole(counts.expectedRefusals)) of them deleted before)",
        ]
        for (code, count) in counts.refusals.sorted(by: { $0.key < $1.key }) {
            lines.append("refused without reason: \(NumberText.whole(count)) \(code)")
        }
        if counts.wronglyTaken > 0 {
            let count = NumberText.whole(counts.wronglyTaken)
            lines.append("taken again after their deletion: \(count)")
        }
        return lines
    }
}
