import HealthModel

/// `tributary explain`: shows where a merged sum comes from.
enum ExplainCommand {
    static let command = Command(
        path: ["explain"],
        summary: "Draw which source counts when, and why",
        operands: ["TYPE"],
        options: [
            ServerAccess.user,
            Option(name: "--start", value: "TIME", help: "the first instant, RFC 3339 with offset"),
            Option(name: "--end", value: "TIME", help: "the first instant after the range"),
            Option(name: "--unit", value: "UNIT", help: "the unit of the numbers; else the type's"),
            Option(name: "--source", value: "IDS", help: "only samples of these sources"),
            Option(name: "--user-entered", value: "WHICH", help: "only, or exclude"),
            Option(name: "--strict", value: "ENDS", help: "start, end or start,end: cut nothing"),
            Option(name: "--value", value: "VALUES", help: "of a category type, only these"),
            Option(name: "--time-zone", value: "ZONE", help: "print times in it; or recorded"),
        ] + ServerAccess.options + [
            Option(name: "--json", value: nil, help: "print the server's answer as it is")
        ],
        notes: """
            TYPE is a cumulative or category type by its full or short name, such as stepCount
            or sleepAnalysis. Times look like 2026-11-30T08:00:00+01:00; with --time-zone recorded
            they are what the clock on the wall showed, without an offset. Lists have commas:
            --value asleepCore,asleepDeep.
            """
    ) { arguments in
        try await run(arguments, console: .standard)
    }

    /// Runs the command.
    static func run(_ arguments: Arguments, console: Console) async throws -> Int32 {
        let question = APIClient.Question(
            type: arguments.operand("TYPE"),
            start: try time("--start", arguments),
            end: try time("--end", arguments),
            unit: arguments.text("--unit"),
            narrowing: APIClient.Narrowing(
                source: arguments.text("--source"),
                userEntered: arguments.text("--user-entered"),
                strict: arguments.text("--strict"),
                value: arguments.text("--value"),
                timeZone: arguments.text("--time-zone")
            )
        )
        let user = try arguments.requiredText("--user")
        let client = try ServerAccess(arguments).client(connections: 1)
        let answer = try await client.explanation(question, user: user)
        if arguments.isSet("--json") {
            console.line(String(decoding: answer.bytes, as: UTF8.self))
            return 0
        }
        let explanation = try answer.read(ExplanationAnswer.init)
        for line in ExplanationReport(explanation, width: console.width).lines {
            console.line(line)
        }
        return 0
    }

    private static func time(_ name: String, _ arguments: Arguments) throws -> ZonedInstant {
        let text = try arguments.requiredText(name)
        if arguments.text("--time-zone") == "recorded", let wall = RFC3339.parseWallClock(text) {
            return ZonedInstant(wall, offsetInMinutes: 0)
        }
        guard let time = RFC3339.parse(text) else {
            throw UsageError(
                "\(name) must be a time such as 2026-11-30T08:00:00+01:00, not '\(text)'"
            )
        }
        return time
    }
}
