import CLibpq

/// What a transaction may do and what it sees.
package enum TransactionMode: Sendable {
    /// READ COMMITTED, reading and writing.
    case readWrite
    /// REPEATABLE READ, reading only: every statement sees the same snapshot.
    case snapshot
}

extension Connection {
    /// Runs the closure in a transaction, then commits; rolls back when it throws.
    ///
    /// The connection never stays in a transaction. Transactions do not nest: calling this inside
    /// another one traps. The closure is not run again after a failure; see `retrying`.
    ///
    /// - Throws: what the closure threw, or why beginning or committing failed. A commit that the
    ///   server turned into a rollback, because the closure hid a failed statement, throws too.
    package func transaction<Answer>(
        _ mode: TransactionMode = .readWrite,
        _ body: () throws -> Answer
    ) throws -> Answer {
        let status = transactionStatus
        precondition(status != .inTransaction && status != .inError, "transactions do not nest")
        _ = try run(mode == .snapshot ? .beginSnapshot : .begin)
        do {
            let answer = try body()
            try commit()
            return answer
        } catch {
            rollbackIfNeeded()
            throw error
        }
    }

    /// Ends a transaction that is still open, so that the session can be used again.
    ///
    /// A session that cannot even do that is broken from then on.
    package func rollbackIfNeeded() {
        switch transactionStatus {
        case .idle: return
        case .inTransaction, .inError:
            do {
                _ = try run(.rollback)
            } catch {
                isPoisoned = true
            }
        case .active, .unknown: isPoisoned = true
        }
    }

    /// Commits; a failed transaction answers a COMMIT with the tag `ROLLBACK` and no error.
    private func commit() throws(PostgresError) {
        let result = try run(.commit)
        guard result.commandTag == "COMMIT" else {
            throw PostgresError(
                .server,
                sqlState: "25P02",
                message: "the transaction was rolled back because a statement in it had failed",
                queryName: Statement.commit.name
            )
        }
    }
}
