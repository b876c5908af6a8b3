import Postgres
import Synchronization

/// Pushes of other users that go on while something else is measured.
final class BackgroundIngest: Sendable {
    private let isStopped = Atomic(false)
    private let threads = Mutex<[DedicatedThread]>([])
    private let failure = Mutex<(any Error)?>(nil)

    /// The connections that push, in batches of 100.
    private static let connections = 4

    /// Begins.
    init(_ calls: BenchCalls, seed: UInt64) throws {
        let users = try calls.createUsers(Self.connections)
        threads.withLock { threads in
            threads = users.enumerated().map { number, user in
                DedicatedThread("bench-ingest") { [self] in
                    do {
                        try push(calls, user, seed: seed * 100 + UInt64(number))
                    } catch {
                        failure.withLock { $0 = error }
                    }
                }
            }
        }
    }

    private func push(_ calls: BenchCalls, _ user: String, seed: UInt64) throws {
        var workload = BenchWorkload(seed: seed)
        let ingest = HTTPIngest(calls: calls)
        let client = try calls.client()
        while !isStopped.load(ordering: .relaxed) {
            let body = BenchBody.document(workload.batch(100))
            try ingest.send(HTTPIngest.Push(user: user, body: body), client)
        }
    }

    /// Ends it and waits for the last push.
    ///
    /// - Throws: what a push failed with.
    func stop() throws {
        isStopped.store(true, ordering: .relaxed)
        for thread in threads.withLock({ $0 }) { thread.join() }
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
