import Postgres

/// Takes the processor time that the server and PostgreSQL use for some work.
///
/// PostgreSQL is all of its processes, those that write behind the scenes included.
struct ProcessorMeter: Sendable {
    /// What some work took.
    struct Reading: Sendable {
        /// Seconds of the server's process.
        let server: Double
        /// Seconds of PostgreSQL's processes.
        let database: Double
    }

    private let server: Int32
    private let postmaster: Int32

    /// Finds the processes.
    ///
    /// - Throws: `CommandError` where Linux does not tell whose child a session is.
    init(_ calls: BenchCalls) throws {
        server = calls.process
        // Kept open while it is looked at: the process would be gone with it.
        let connection = try calls.connection()
        let statement = Statement("bench.session", "SELECT pg_backend_pid()")
        let session = try connection.run(statement).int4(0, 0)
        guard let line = ProcessLine(of: session) else {
            throw CommandError("the database's processes cannot be seen in /proc")
        }
        postmaster = line.parent
    }

    /// Runs a closure and answers what it gives, with what was used meanwhile.
    func measure<Answer>(_ body: () throws -> Answer) rethrows -> (Answer, Reading) {
        let before = now()
        let answer = try body()
        let after = now()
        let reading = Reading(
            server: max(after.server - before.server, 0),
            // Of a session that ended meanwhile only hundredths of a second are known.
            database: max(after.database - before.database, 0)
        )
        return (answer, reading)
    }

    private func now() -> Reading {
        Reading(
            server: ProcessorTime.own(of: server) ?? 0,
            database: ProcessorTime.family(of: postmaster)
        )
    }
}

/// What each of many operations took of the processor, in microseconds, one value a repetition.
struct OperationCosts: Sendable {
    /// Of the server's process.
    private(set) var server: [Double] = []
    /// Of PostgreSQL's processes.
    private(set) var database: [Double] = []

    /// Adds a repetition, in which so many operations were done.
    mutating func append(_ reading: ProcessorMeter.Reading, operations: Int) {
        server.append(reading.server * 1e6 / Double(operations))
        database.append(reading.database * 1e6 / Double(operations))
    }
}
