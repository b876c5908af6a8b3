/// A fixed number of connections, each with a thread of its own.
///
/// A job is one closure: it runs as a whole on one of the threads, with one hop there and one back,
/// however many statements it runs. Connections are made when they are first needed and replaced
/// when they are lost. A pool that is let go without `close` ends by itself once its jobs are done.
package final class ConnectionPool: Sendable {
    private let core: PoolCore
    private let threads: [DedicatedThread]

    /// Makes a pool; nothing is connected yet, so nothing can fail.
    package init(_ connection: ConnectionConfiguration, _ pool: PoolConfiguration) {
        let core = PoolCore(connection, pool)
        self.core = core
        threads = (0..<pool.size).map { worker in
            DedicatedThread("postgres-\(worker)") {
                core.work(as: worker)
                core.workerEnded(worker)
            }
        }
    }

    deinit {
        core.beginClosing()
    }

    /// Runs the closure with a live connection that is in no transaction, and answers its value.
    ///
    /// The closure may block; it must not let the connection out. A transaction that it leaves open
    /// is rolled back. Cancelling the task withdraws the job while it waits and has no effect on it
    /// afterwards. Every transaction of the closure begins with the scope, if there is one.
    ///
    /// - Throws: the closure's error; `.poolExhausted` at once when the queue is full, or after the
    ///   configured wait; `.poolClosed`; `.cancelled`; why no connection could be made.
    package func withConnection<Answer: Sendable>(
        as scope: TransactionScope? = nil,
        _ body: @escaping @Sendable (Connection) throws -> Answer
    ) async throws -> Answer {
        guard !Task.isCancelled else { throw PostgresError.cancelled }
        let ticket = core.makeTicket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                core.submit(job(scope, body, continuation), ticket: ticket)
                // A cancellation that came before the job was submitted found nothing to withdraw.
                if Task.isCancelled { core.withdraw(ticket: ticket) }
            }
        } onCancel: {
            core.withdraw(ticket: ticket)
        }
    }

    /// Fails the jobs that wait, lets those that run end, and waits for the threads.
    package func close() async {
        core.beginClosing()
        await core.ended()
        threads.forEach { $0.join() }
    }

    /// What the pool is doing.
    package var statistics: PoolStatistics { core.statistics }
}

private func job<Answer: Sendable>(
    _ scope: TransactionScope?,
    _ body: @escaping @Sendable (Connection) throws -> Answer,
    _ continuation: CheckedContinuation<Answer, any Error>
) -> PoolJob {
    PoolJob(
        run: { connection in
            let outcome = Result {
                guard let scope else { return try body(connection) }
                return try connection.scoped(scope) { try body(connection) }
            }
            return { continuation.resume(with: outcome) }
        },
        fail: { continuation.resume(throwing: $0) }
    )
}
