import Postgres

/// The check of who saved how many samples of a type, from which source.
struct CountVerification {
    let user: UserID
    let typeID: Int16
    let connection: Connection

    /// Counts and compares in one snapshot; repairs under the lock of the stream.
    func run(isRepairing: Bool) throws -> [VerificationFinding] {
        let found = try connection.transaction(.snapshot) { try differences() }
        guard isRepairing, !found.isEmpty else { return found }
        return try connection.transaction {
            try HealthStore.lockStream(of: user, on: connection)
            let wrong = try differences()
            _ = try connection.run(
                VerificationSQL.dropCounts,
                binds(wrong.filter { $0.expected == nil })
            )
            let present = wrong.filter { $0.expected != nil }
            let counts = present.map { Int64($0.expected ?? 0) }
            _ = try connection.run(
                VerificationSQL.repairCounts,
                binds(present) + [.int8Array(counts)]
            )
            return wrong.map { $0.with { $0.isRepaired = true } }
        }
    }

    private func binds(_ findings: [VerificationFinding]) -> [Bind] {
        [
            .int8(user.number), .int2(typeID), .int4Array(findings.map { $0.source ?? 0 }),
            .int4Array(findings.map { $0.client?.number ?? 0 }),
        ]
    }

    private func differences() throws -> [VerificationFinding] {
        let rows = try connection.run(
            VerificationSQL.listCounts,
            [.int8(user.number), .int2(typeID), .int4(Verifier.findingLimit)]
        )
        return (0..<rows.rowCount).map { row in
            VerificationFinding(.sampleCountDiffers, user: user, typeID: typeID).with {
                $0.source = rows.int4(row, 0)
                $0.client = ClientID(number: rows.int4(row, 1))
                $0.stored = rows.optionalInt8(row, 2).map(Double.init)
                $0.expected = rows.optionalInt8(row, 3).map(Double.init)
            }
        }
    }
}

extension VerificationFinding {
    /// Whether it is that nobody noted who saved samples, which are in no run then (`ClientRun`).
    var hidesSamples: Bool { kind == .sampleCountDiffers && stored == nil && !isRepaired }
}
