import CLibpq

/// One step of a pipeline: a statement and its parameters.
package typealias PipelineStep = (statement: Statement, binds: [Bind])

/// What is still to come back from the server, in the order it was sent.
private enum Awaited {
    case preparation(Statement, Connection.Preparation)
    case step(Statement)
}

extension Connection {
    /// Runs the steps in one round trip and answers one result each, in order.
    ///
    /// Statements that the session does not know are prepared inside the same pipeline. The caller
    /// gives `BEGIN` and `COMMIT` as steps of their own: without them the steps are one transaction
    /// on plain PostgreSQL but not on a distributed one. Within a scope, what opens it is one more step,
    /// whose result is not answered.
    ///
    /// - Throws: the first error, after everything has been drained; later steps did not run. A
    ///   transaction that was opened by the pipeline itself is rolled back. When a step's name is
    ///   taken by another statement, nothing is sent at all.
    package func pipeline(_ steps: [PipelineStep]) throws(PostgresError) -> [QueryResult] {
        guard let scope, let place = placeOfScope(in: steps) else { return try roundTrip(steps) }
        var scoped = steps
        scoped.insert(scope.opening, at: place)
        var results = try roundTrip(scoped)
        results.remove(at: place)
        return results
    }

    private func roundTrip(_ steps: [PipelineStep]) throws(PostgresError) -> [QueryResult] {
        guard !steps.isEmpty else { return [] }
        let preparations = try plan(steps)
        let wasIdle = transactionStatus == .idle
        guard PQenterPipelineMode(handle) == 1, PQsetnonblocking(handle, 1) == 0 else {
            throw PostgresError(handle: handle, queryName: steps[0].statement.name)
        }
        var failure: PostgresError?
        var results: [QueryResult] = []
        do {
            results = try exchange(steps, preparations)
        } catch {
            failure = error
        }
        leavePipeline()
        guard let failure else { return results }
        if wasIdle { rollbackIfNeeded() }
        throw failure
    }

    /// Finds the steps before which a statement has to be prepared; nil for the others.
    private func plan(_ steps: [PipelineStep]) throws(PostgresError) -> [Preparation?] {
        var known = prepared
        var preparations: [Preparation?] = []
        preparations.reserveCapacity(steps.count)
        for (statement, binds) in steps {
            let wanted = Preparation(sql: statement.sql, types: binds.map(\.type))
            let isKnown = try isKnown(statement, wanted, in: known)
            if !isKnown { known[statement.name] = wanted }
            preparations.append(isKnown ? nil : wanted)
        }
        return preparations
    }

    /// Sends everything, then reads everything.
    private func exchange(
        _ steps: [PipelineStep],
        _ preparations: [Preparation?]
    ) throws(PostgresError) -> [QueryResult] {
        var awaited: [Awaited] = []
        awaited.reserveCapacity(steps.count + 8)
        var refusal: PostgresError?
        do {
            try enqueue(steps, preparations, awaiting: &awaited)
        } catch {
            // What was sent before is answered all the same and has to be read.
            refusal = error
        }
        guard PQpipelineSync(handle) == 1 else {
            throw refusal ?? PostgresError(handle: handle, queryName: steps[0].statement.name)
        }
        try flush(steps[0].statement.name)
        let (results, failure) = collect(awaited)
        if let failure = failure ?? refusal { throw failure }
        return results
    }

    private func enqueue(
        _ steps: [PipelineStep],
        _ preparations: [Preparation?],
        awaiting awaited: inout [Awaited]
    ) throws(PostgresError) {
        for (index, (statement, binds)) in steps.enumerated() {
            parameters.encode(binds)
            if let preparation = preparations[index] {
                guard sendPrepare(statement) else {
                    throw PostgresError(handle: handle, queryName: statement.name)
                }
                awaited.append(.preparation(statement, preparation))
            }
            guard send(statement) else {
                throw PostgresError(handle: handle, queryName: statement.name)
            }
            awaited.append(.step(statement))
            if index % 64 == 63 { try flush(statement.name) }
        }
    }

    /// Empties libpq's send buffer while reading whatever arrives.
    ///
    /// Reading is what prevents a deadlock: a server whose answers are not read stops reading, and
    /// then neither side could ever go on.
    private func flush(_ name: String) throws(PostgresError) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                let ready = waitForSocket(of: handle, [.readable, .writable], until: nil)
                if ready.contains(.readable), PQconsumeInput(handle) == 0 {
                    throw PostgresError(handle: handle, queryName: name)
                }
            default: throw PostgresError(handle: handle, queryName: name)
            }
        }
    }

    /// Reads the answers up to the sync; stops early only when the connection is lost.
    private func collect(_ awaited: [Awaited]) -> ([QueryResult], PostgresError?) {
        var results: [QueryResult] = []
        var failure: PostgresError?
        for item in awaited {
            do {
                switch item {
                case .preparation(let statement, let preparation):
                    _ = try result(of: statement.name)
                    prepared[statement.name] = preparation
                case .step(let statement):
                    results.append(try result(of: statement.name))
                }
            } catch {
                failure = failure ?? error
                if isBroken { return (results, failure) }
            }
        }
        if let sync = PQgetResult(handle) { _ = QueryResult(sync) }
        return (results, failure)
    }

    private func leavePipeline() {
        let isOut = PQexitPipelineMode(handle) == 1 && PQsetnonblocking(handle, 0) == 0
        if !isOut { isPoisoned = true }
    }
}
