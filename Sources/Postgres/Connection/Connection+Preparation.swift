import CLibpq

extension Connection {
    /// Prepares the statement for the encoded parameters' types unless the session knows it.
    func prepare(_ statement: Statement) throws(PostgresError) {
        let wanted = Preparation(sql: statement.sql, types: parameters.types)
        if try isKnown(statement, wanted, in: prepared) { return }
        guard sendPrepare(statement) else {
            throw PostgresError(handle: handle, queryName: statement.name)
        }
        _ = try result(of: statement.name)
        prepared[statement.name] = wanted
    }

    /// Sends the wish to prepare; false when libpq refused.
    func sendPrepare(_ statement: Statement) -> Bool {
        let types = parameters.types
        return PQsendPrepare(handle, statement.name, statement.sql, Int32(types.count), types) == 1
    }

    /// Whether the name is taken by the same statement; throws when it is taken by another.
    func isKnown(
        _ statement: Statement,
        _ wanted: Preparation,
        in known: [String: Preparation]
    ) throws(PostgresError) -> Bool {
        guard let present = known[statement.name] else { return false }
        guard present == wanted else {
            let what = present.sql == wanted.sql ? "parameter types" : "SQL"
            throw PostgresError(
                .protocolViolation,
                message: "the name was prepared with other \(what) on this connection",
                queryName: statement.name
            )
        }
        return true
    }
}
