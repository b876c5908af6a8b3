/// Compares a server with a truth file, some people at a time.
struct TruthCheck: Sendable {
    /// The truth file.
    let path: String
    /// The operator's client.
    let admin: APIClient
    /// How many people are asked about at once.
    let connections: Int
    /// Where differences are printed.
    let console: Console

    /// Compares everything, prints each difference as it is found, and sums up.
    ///
    /// - Throws: `CommandError` when the file cannot be read, or the server does not answer.
    func run() async throws -> CheckTally {
        var reader = try TruthReader(path: path)
        var tally = CheckTally()
        var people = 0
        try await withThrowingTaskGroup(of: CheckTally.self) { group in
            while let person = try reader.next() {
                if people >= connections, let done = try await group.next() {
                    add(done, to: &tally)
                }
                people += 1
                let check = PersonCheck(person: person, admin: admin)
                group.addTask { try await check.run() }
            }
            for try await done in group { add(done, to: &tally) }
        }
        guard people > 0 else { throw CommandError("there is nobody in the truth file \(path)") }
        return tally
    }

    private func add(_ done: CheckTally, to tally: inout CheckTally) {
        for difference in done.differences { console.line(difference) }
        tally.add(done)
    }
}
