import HTTPClient
import Postgres

/// Reads of users with histories of several lengths, beside a bare round trip to PostgreSQL.
struct ReadsBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// The server.
    let calls: BenchCalls

    /// Where reads are measured.
    private struct Setting {
        let name: String
        let connections: Int
        var isBesideIngest = false

        /// Whether nobody but the reader uses the processors.
        var isAlone: Bool { connections == 1 && !isBesideIngest }

        /// Fewer where there are many connections, which together make more.
        func timer(_ plan: BenchPlan, _ calls: BenchCalls) -> ReadTimer {
            let count = connections == 1 ? plan.reads : plan.reads / 10
            return ReadTimer(calls: calls, count: max(count, 1))
        }
    }

    private static let settings = [
        Setting(name: "1 connection", connections: 1),
        Setting(name: "16 connections", connections: 16),
        Setting(name: "beside ingest", connections: 1, isBesideIngest: true),
    ]

    /// The times of one setting.
    private struct Times {
        var alive = ReadTimes()
        /// Of the bare trips beside each operation; of those beside /livez under none.
        var bare: [ReadOperation?: ReadTimes] = [:]
        /// Of each subject.
        var reads: [[ReadOperation: ReadTimes]]
        /// What reads of the longest history take of the processor, those of /livez under none.
        var costs: [ReadOperation?: OperationCosts] = [:]
    }

    /// Measures everything, what is compared in turns.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        try ReadTimer(calls: calls, count: 1).precompute()
        try progress.note("bench: reads, histories")
        let histories = [BenchHistory.long(plan.historyDays), .oneYear, .oneMonth]
        let subjects = try histories.map { try ReadSubject($0, plan, calls) }
        try settle(subjects)
        let meter = try ProcessorMeter(calls)
        return try Self.settings.flatMap { setting in
            let subjects = setting.isBesideIngest ? [subjects[0]] : subjects
            var times = Times(reads: subjects.map { _ in [:] })
            for repetition in 0..<plan.repetitions {
                try progress.note("bench: reads, \(setting.name), repetition \(repetition + 1)")
                try measure(setting, subjects, seed: UInt64(repetition), &times)
                if setting.isAlone { try measureCosts(subjects[0], meter, &times) }
            }
            return figures(setting, subjects, times)
        }
    }

    /// Does what has been done in a store that is in use; what is measured is every later read.
    ///
    /// The first read settles what is materialised, and autovacuum, which would come within a few
    /// minutes, tells the planner what is in the tables.
    private func settle(_ subjects: [ReadSubject]) throws {
        try calls.connection().script("VACUUM ANALYZE")
        let timer = ReadTimer(calls: calls, count: 1)
        for subject in subjects {
            for operation in ReadOperation.allCases where subject.answers(operation) {
                _ = try timer.times(of: operation.request(user: subject.user), connections: 1)
            }
        }
    }

    private func measure(
        _ setting: Setting,
        _ subjects: [ReadSubject],
        seed: UInt64,
        _ times: inout Times
    ) throws {
        let ingest = setting.isBesideIngest ? try BackgroundIngest(calls, seed: seed) : nil
        // Where reading fails that is what counts; the pushes have ended all the same.
        defer { _ = try? ingest?.stop() }
        let timer = setting.timer(plan, calls)
        let connections = setting.connections
        let alive = ClientRequest(method: "GET", path: "/livez")
        try times.bare[nil, default: ReadTimes()].append(
            timer.bareTimes(connections: connections)
        )
        times.alive.append(try timer.times(of: alive, connections: connections))
        for operation in ReadOperation.allCases {
            try times.bare[operation, default: ReadTimes()].append(
                timer.bareTimes(connections: connections)
            )
            for (index, subject) in subjects.enumerated() where subject.answers(operation) {
                let request = operation.request(user: subject.user)
                try times.reads[index][operation, default: ReadTimes()].append(
                    timer.times(of: request, connections: connections)
                )
            }
        }
        try ingest?.stop()
    }

    /// Reads once more with an eye on the processor, so that looking at it slows nothing down.
    private func measureCosts(
        _ subject: ReadSubject,
        _ meter: ProcessorMeter,
        _ times: inout Times
    ) throws {
        let timer = ReadTimer(calls: calls, count: plan.reads)
        let operations = ReadOperation.allCases.filter { subject.answers($0) }.map(Optional.some)
        for operation in operations + [nil] {
            let request =
                operation?.request(user: subject.user)
                ?? ClientRequest(method: "GET", path: "/livez")
            let (all, cost) = try meter.measure { try timer.times(of: request, connections: 1) }
            // The one that connects is not timed and costs what the others do.
            times.costs[operation, default: OperationCosts()].append(
                cost,
                operations: all.count + 1
            )
        }
    }
}

extension ReadsBench {
    private func figures(
        _ setting: Setting,
        _ subjects: [ReadSubject],
        _ times: Times
    ) -> [BenchFigure] {
        let bare = times.bare[nil] ?? ReadTimes()
        var figures = bare.figures("bare round trip, \(setting.name)")
        figures += times.alive.figures("GET /livez, \(setting.name)", over: bare)
        for operation in ReadOperation.allCases {
            let bare = times.bare[operation] ?? ReadTimes()
            for (subject, reads) in zip(subjects, times.reads) {
                guard let reads = reads[operation] else { continue }
                let name = "\(operation.name), \(subject.name), \(setting.name)"
                figures += reads.figures(name, over: bare)
            }
            figures += growth(of: operation, setting, subjects, times)
            figures += costs(of: operation, setting, subjects, times)
        }
        return figures
    }

    /// The processor's time of a read of the longest history, beside the server's for /livez.
    private func costs(
        of operation: ReadOperation,
        _ setting: Setting,
        _ subjects: [ReadSubject],
        _ times: Times
    ) -> [BenchFigure] {
        guard let costs = times.costs[operation], let alive = times.costs[nil] else { return [] }
        let name = "\(operation.name), \(subjects[0].name), \(setting.name), CPU"
        return [
            BenchFigure(
                "\(name) in the server",
                costs.server,
                "us",
                over: "GET /livez",
                alive.server
            ),
            BenchFigure("\(name) in PostgreSQL", costs.database, "us"),
        ]
    }

    /// The longest history beside the shortest of those whose answer is the same.
    private func growth(
        of operation: ReadOperation,
        _ setting: Setting,
        _ subjects: [ReadSubject],
        _ times: Times
    ) -> [BenchFigure] {
        guard let short = times.reads.lastIndex(where: { $0[operation] != nil }), short > 0,
            let longTimes = times.reads[0][operation],
            let shortTimes = times.reads[short][operation]
        else { return [] }
        let name = "\(operation.name), \(subjects[0].name), \(setting.name), growth"
        return [
            BenchFigure(
                name,
                longTimes.halves,
                "us",
                over: subjects[short].name,
                shortTimes.halves
            )
        ]
    }
}
