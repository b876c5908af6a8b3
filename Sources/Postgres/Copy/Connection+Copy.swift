import CLibpq

extension Connection {
    /// Fills a table by binary COPY and answers the number of rows.
    ///
    /// `sql` reads `COPY table (columns) FROM STDIN WITH (FORMAT binary)`. When the closure throws,
    /// nothing is kept and its error is passed on, unless the server had failed before it.
    ///
    /// - Throws: the closure's error, or what the server had against the rows.
    package func copyIn(
        _ name: String,
        _ sql: String,
        _ body: (inout CopyWriter) throws -> Void
    ) throws -> Int {
        try beginCopy(name, sql)
        var writer = CopyWriter(handle: handle, name: name)
        do {
            try body(&writer)
            try writer.finish()
        } catch {
            endCopy(because: "the writer gave up")
            throw abandonedCopyFailure(name) ?? error
        }
        endCopy(because: nil)
        return try result(of: name).affectedRows
    }

    private func beginCopy(_ name: String, _ sql: String) throws(PostgresError) {
        guard PQsendQuery(handle, sql) == 1, let raw = PQgetResult(handle) else {
            throw PostgresError(handle: handle, queryName: name)
        }
        let start = QueryResult(raw)
        if PQresultStatus(raw) == PGRES_COPY_IN {
            if PQbinaryTuples(raw) == 1 { return }
            endCopy(because: "only binary COPY is supported")
            _ = abandonedCopyFailure(name)
        } else {
            let failure = problem(with: start, name)
            if !isPoisoned { _ = abandonedCopyFailure(name) }
            if let failure { throw failure }
        }
        throw PostgresError(
            .protocolViolation,
            message: "the statement is no binary COPY FROM STDIN",
            queryName: name
        )
    }

    /// Ends the stream; with a reason the server throws the rows away.
    private func endCopy(because reason: String?) {
        if PQputCopyEnd(handle, reason) != 1 { isPoisoned = true }
    }

    /// Drains the answer to an abandoned COPY.
    ///
    /// The server answers 57014 to it; any other error came first and is the true cause.
    private func abandonedCopyFailure(_ name: String) -> PostgresError? {
        do {
            _ = try result(of: name)
            return nil
        } catch {
            return error.sqlState == "57014" || error.sqlState == nil ? nil : error
        }
    }
}
