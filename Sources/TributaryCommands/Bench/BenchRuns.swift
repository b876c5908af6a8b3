import Foundation
import HTTPClient
import HealthModel
import Postgres
import Synchronization

/// Runs one closure on several threads of their own and gives the seconds until all were done.
func timeOnThreads(
    _ count: Int,
    _ body: @escaping @Sendable (Int) throws -> Void
) throws -> Double {
    let failure = Mutex<(any Error)?>(nil)
    let start = ContinuousClock.now
    let threads = (0..<count).map { index in
        DedicatedThread("bench-\(index)") {
            do {
                try body(index)
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }
    for thread in threads { thread.join() }
    if let error = failure.withLock({ $0 }) { throw error }
    return (ContinuousClock.now - start).seconds
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

/// The yardstick: binary COPY by libpq into the same table with its indexes, a batch a transaction.
struct CopyBaseline: Sendable {
    let connectionString: String

    /// Writes each worker's batches on a connection of its own and gives the seconds it took.
    func run(_ work: [[[BenchSample]]], users: [Int64]) throws -> Double {
        try timeOnThreads(work.count) { worker in
            let connection = try Connection(ConnectionConfiguration(connectionString))
            for (number, batch) in work[worker].enumerated() {
                try copy(batch, number: number, user: users[worker], connection)
            }
        }
    }

    private func copy(
        _ batch: [BenchSample],
        number: Int,
        user: Int64,
        _ connection: Connection
    ) throws {
        let first = Int64(number * batch.count)
        _ = try connection.copyIn("bench.copy", Self.sql) { writer in
            for (index, sample) in batch.enumerated() {
                guard let type = sample.type.quantityType else { continue }
                try writer.row { row in
                    row.int8(user)
                    row.uuid(sample.uuid)
                    row.int8(sample.start)
                    row.int8(sample.end)
                    row.float8(sample.value)
                    row.int8(sample.end)
                    row.int8(first + Int64(index) + 1)
                    row.int4(1)
                    row.int4(1)
                    row.int4(1)
                    row.int2(type.id)
                    row.int2(0)
                    row.int2(0)
                    row.bool(false)
                    row.bool(true)
                    row.jsonb(nil)
                }
            }
        }
    }

    private static let sql = """
        COPY samples (
            user_id, uuid, start_us, end_us, value, recorded_us, position, source_id, revision_id,
            client_id, type_id, start_offset, end_offset, user_entered, created_given, metadata
        ) FROM STDIN WITH (FORMAT binary)
        """
}

/// What is measured: the same batches pushed over HTTP, each answered when it is durable.
struct HTTPIngest: Sendable {
    let url: String
    let token: String

    /// Pushes each worker's bodies on a connection of its own and gives the seconds it took.
    func run(_ bodies: [[[UInt8]]], users: [String]) throws -> Double {
        try timeOnThreads(bodies.count) { worker in
            let client = try HTTPClient(baseURL: url, token: token)
            for body in bodies[worker] {
                let response = try client.send(
                    ClientRequest(
                        method: "POST",
                        path: "/v1/users/\(users[worker])/samples",
                        headers: [(name: "Content-Type", value: "application/json")],
                        body: body,
                        timeout: .seconds(60)
                    )
                )
                guard response.status == 200 else {
                    throw CommandError("a push was answered with status \(response.status)")
                }
            }
        }
    }
}
