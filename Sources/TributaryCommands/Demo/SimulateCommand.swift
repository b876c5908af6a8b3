import HealthModel
import HealthSimulator

/// `tributary simulate`: pushes simulated days for a user of a running server.
enum SimulateCommand {
    static let command = Command(
        path: ["simulate"],
        summary: "Push days of three simulated devices for a user",
        options: [ServerAccess.user] + SimulationOptions.options + [
            Option(
                name: "--export",
                value: "FILE",
                help: "push nothing and write an export.xml as a phone would"
            )
        ] + ServerAccess.options,
        notes: """
            A phone, a watch and a cheap tracker overlap, leave gaps, repeat themselves and come
            late. Every sample names its true source. The same seed gives the same days. The file
            of --export has each sample once, and must not exist before.
            """
    ) { arguments in
        try await run(arguments, console: .standard)
    }

    /// Runs the command.
    static func run(_ arguments: Arguments, console: Console) async throws -> Int32 {
        let week = try SimulationOptions(arguments).week(before: .now)
        if let path = arguments.text("--export") {
            let count = try SimulatedExport(week: week, path: path).write()
            console.line("\(NumberText.whole(count)) samples written to \(path).")
            return 0
        }
        let user = try arguments.requiredText("--user")
        let client = try ServerAccess(arguments).client()
        _ = try await client.sources(user: user)
        var counts = week.devices.map { _ in PushCounts() }
        for push in week.pushes(size: 500) {
            let answer = try await client.push(push.drafts, user: user)
            counts[push.device].count(samples: push.drafts.count, answer)
        }
        var table = TextTable([("device", .left)] + PushCounts.titles.map { ($0, .right) })
        for (device, count) in zip(week.devices, counts) {
            table.append([device.name] + count.texts)
        }
        for line in table.lines { console.line(line) }
        return 0
    }
}

/// What a simulation is made from.
struct SimulationOptions: Sendable {
    /// How many days.
    let days: Int
    /// What everything follows from.
    let seed: UInt64
    /// The zone the person lives in.
    let zone: Zone

    /// The options of commands that simulate.
    static let options = [
        Option(name: "--days", value: "N", help: "whole days before today", standard: "7"),
        Option(name: "--seed", value: "N", help: "what the days follow from", standard: "1"),
        Option(
            name: "--time-zone",
            value: "ZONE",
            help: "where the person lives",
            standard: "Europe/Paris"
        ),
    ]

    /// Reads the options.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init(_ arguments: Arguments) throws {
        days = try arguments.integer("--days", in: 1...366) ?? 7
        seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1)
        let name = arguments.text("--time-zone") ?? "UTC"
        guard let zone = Zone(identifier: name) else {
            throw UsageError("--time-zone must be an IANA zone such as Europe/Paris, not '\(name)'")
        }
        self.zone = zone
    }

    /// The days before an instant.
    func week(before now: Instant) -> SimulatedWeek {
        SimulatedWeek(seed: seed, days: days, before: now, zone: zone)
    }
}
