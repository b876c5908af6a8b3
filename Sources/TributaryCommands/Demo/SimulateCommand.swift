import HealthModel
import HealthSimulator

/// `tributary simulate`: pushes simulated days for a user of a running server.
enum SimulateCommand {
    static let command = Command(
        path: ["simulate"],
        summary: "Push days of simulated people with their devices, and check the totals",
        options: [ServerAccess.user] + CrowdOptions.options + [
            Option(
                name: "--check",
                value: nil,
                help: "compare what the server says with what is expected"
            ),
            Option(
                name: "--truth",
                value: "FILE",
                help: "write what is expected as JSON lines; without --users read it for --check"
            ),
        ] + SimulationOptions.options + [
            Option(
                name: "--export",
                value: "FILE",
                help: "push nothing and write an export.xml as a phone would"
            ),
            Option(
                name: "--records",
                value: "N",
                help: "fill the file of --export with N records instead, for measurements"
            ),
            Option(
                name: "--outbox",
                value: "DIR",
                help: "keep the devices' outboxes there; else in a directory that is removed"
            ),
        ] + ServerAccess.options,
        notes: """
            With --users N it makes N users with habits, phones, watches and trackers of their own,
            who sync late, twice and out of order, and correct and delete; docs/simulator.md tells
            all of it. A person follows from the seed and their number, a day from its date. That
            needs an admin token, and goes to a server of its own, gone afterwards, unless --server
            or --data-dir names one. --check asks for totals, counts and what was deleted.
            The exit status is 0 when all is as it must be; 1 for a difference, and for samples that
            were refused; 2 when it cannot be found out, and for wrong usage.

            With --user it pushes the days of one person. A phone, a watch and a cheap tracker
            overlap, leave gaps, repeat themselves and come late. Every sample names its true
            source. The same seed gives the same days. The file of --export has each sample once,
            and must not exist before; with --records it is as large as wanted, and its samples are
            of nobody that could be. Each device has an outbox. What could not be sent stays in
            those of --outbox, and is sent first by the next run with them.
            """
    ) { arguments in
        try await run(arguments, console: .standard)
    }

    /// Runs the command.
    static func run(_ arguments: Arguments, console: Console) async throws -> Int32 {
        let simulation = try SimulationOptions(arguments)
        let records = try arguments.integer("--records", in: 1...100_000_000)
        if let path = arguments.text("--export") {
            let content =
                records.map { .records($0, seed: simulation.seed) }
                ?? SimulatedExport.Content.days(simulation.week(before: .now))
            let count = try SimulatedExport(content: content, path: path).write()
            console.line("\(NumberText.whole(count)) samples written to \(path).")
            return 0
        }
        guard records == nil else { throw UsageError("--records needs --export") }
        if let run = try crowdRun(arguments, console) {
            return try await CrowdServer(arguments).run { try await run.run(on: $0) }
        }
        let week = simulation.week(before: .now)
        let user = try arguments.requiredText("--user")
        let client = try ServerAccess(arguments).client()
        _ = try await client.sources(user: user)
        let destination = client.destination(user: user)
        let counts = try await OutboxDirectory(kept: arguments.text("--outbox")).use { path in
            let destinations = week.devices.map { _ in destination }
            return try await DeviceOutboxes(in: path, to: destinations).send(week.pushes(size: 500))
        }
        var table = TextTable([("device", .left)] + PushCounts.titles.map { ($0, .right) })
        for (device, count) in zip(week.devices, counts) {
            table.append([device.name] + count.texts)
        }
        for line in table.lines { console.line(line) }
        return 0
    }
}

extension SimulateCommand {
    /// What is to be done for a crowd, or with a truth file; nil where it is about one user.
    private static func crowdRun(_ arguments: Arguments, _ console: Console) throws -> CrowdRun? {
        let crowd = try CrowdOptions(arguments, now: .now)
        let isChecked = arguments.isSet("--check")
        let truth = arguments.text("--truth")
        guard crowd != nil || isChecked || truth != nil else { return nil }
        guard arguments.text("--user") == nil else {
            throw UsageError("--user takes neither --users nor --check nor --truth")
        }
        guard crowd != nil || (isChecked && truth != nil) else {
            throw UsageError("without --users there is only --check with --truth")
        }
        return CrowdRun(crowd: crowd, isChecked: isChecked, truthPath: truth, console: console)
    }
}

/// Where outboxes are: in a directory that somebody named, else in one that is gone afterwards.
private struct OutboxDirectory {
    /// The directory that stays; nil for none.
    let kept: String?

    /// Runs the closure with the path.
    func use<Answer>(_ body: (String) async throws -> Answer) async throws -> Answer {
        if let kept { return try await body(kept) }
        let parent = TemporaryDirectory.standardParent
        let directory = try TemporaryDirectory(named: "outbox", in: parent)
        defer { directory.remove() }
        return try await body(directory.path)
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
