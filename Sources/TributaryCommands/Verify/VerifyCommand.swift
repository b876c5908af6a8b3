import HealthStore

/// `tributary verify`: looks for what must never be in the database, and can make totals right.
enum VerifyCommand {
    static let command = Command(
        path: ["verify"],
        summary: "Compare kept totals and counts with the samples",
        options: ServerConfiguration.databaseOptions + [
            Option(name: "--user", value: "ID", help: "look at one user only"),
            Option(
                name: "--repair",
                value: nil,
                help: "write totals and counts that are wrong anew from the samples"
            ),
            Option(name: "--json", value: nil, help: "print JSON, one object a line"),
            Option(
                name: "--show-values",
                value: nil,
                help: "print the sums that differ, which are health data"
            ),
        ],
        notes: """
            A server may run meanwhile, on the same data directory, too: every check reads one
            snapshot. Days that are marked as written to are settled first, as a reader would.
            The exit status is 0 when all is as it must be, or was repaired; 1 for differences, or
            when it cannot be found out; 2 for wrong usage.
            """,
        run: { try run($0, console: .standard) }
    )

    /// Runs the command.
    static func run(_ arguments: Arguments, console: Console) throws -> Int32 {
        let user = try arguments.text("--user").map { text in
            guard let user = UserID(text) else {
                throw UsageError("--user must be a user's id of 16 hexadecimal digits")
            }
            return user
        }
        let report = VerificationReport(
            isJSON: arguments.isSet("--json"),
            showsValues: arguments.isSet("--show-values")
        )
        let database = try VerifiedDatabase.open(arguments)
        defer { database.close() }
        let connection = try database.connection()
        let display = ProgressDisplay(console)
        var kinds: Set<VerificationFinding.Kind> = []
        var verifier = Verifier(
            on: connection,
            isRepairing: arguments.isSet("--repair"),
            onFinding: { finding in
                if !finding.isRepaired { kinds.insert(finding.kind) }
                display.erase()
                console.out(report.text(of: finding))
            },
            onProgress: display.show
        )
        do {
            let summary = try verifier.run(user: user)
            display.erase()
            console.out(report.text(of: summary, leaving: kinds))
            return summary.isClean ? 0 : 1
        } catch {
            display.erase()
            throw explained(error, user)
        }
    }

    private static func explained(_ error: any Error, _ user: UserID?) -> any Error {
        switch error {
        case HealthStoreError.userNotFound where user != nil:
            CommandError("there is no such user")
        case HealthStoreError.tooManySamples(let limit):
            CommandError("a quarter of an hour has more than \(limit) samples")
        default: error
        }
    }
}

/// The progress on standard error, with the time since it began.
private final class ProgressDisplay {
    private let console: Console
    private let start = ContinuousClock.now
    private var line: VerificationProgressLine

    init(_ console: Console) {
        self.console = console
        line = VerificationProgressLine(isTerminal: console.isTerminal)
    }

    func show(_ progress: VerificationProgress) {
        let (seconds, attoseconds) = start.duration(to: .now).components
        let elapsed = Double(seconds) + Double(attoseconds) / 1e18
        if let text = line.update(progress, seconds: elapsed) { console.error(text) }
    }

    func erase() {
        if let text = line.erase() { console.error(text) }
    }
}
