/// What each transaction of some work begins with: a setting or a role that ends with it.
///
/// Row-level security rests on it: who runs statements says for whom, and the database shows no more
/// than that. The step goes out with the transaction's first statement, so it costs no round trip.
package struct TransactionScope: Sendable {
    /// The step that opens the scope, for the transaction alone.
    let opening: PipelineStep

    /// Makes a scope from a statement that must change nothing beyond its transaction.
    package init(_ statement: Statement, _ binds: [Bind] = []) {
        opening = (statement, binds)
    }
}

extension Connection {
    /// Runs the closure so that every transaction in it begins with the scope.
    ///
    /// A statement outside of a transaction is one by itself. A transaction that is open already
    /// would not get the scope, so there must be none.
    package func scoped<Answer>(
        _ scope: TransactionScope,
        _ body: () throws -> Answer
    ) rethrows -> Answer {
        let outer = self.scope
        precondition(
            transactionStatus != .inTransaction && transactionStatus != .inError,
            "a scope begins outside of transactions"
        )
        self.scope = scope
        defer { self.scope = outer }
        return try body()
    }

    /// Where in a pipeline the scope has to be opened; nil where there is none, or it is open.
    ///
    /// Behind a `BEGIN`, whose isolation level cannot be chosen once something was asked.
    func placeOfScope(in steps: [PipelineStep]) -> Int? {
        guard scope != nil, transactionStatus == .idle, let first = steps.first else { return nil }
        return first.statement == .begin || first.statement == .beginSnapshot ? 1 : 0
    }
}
