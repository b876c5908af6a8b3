import Postgres

/// Checks of a user that are about no single type: the feed and what samples refer to.
struct UserVerification {
    let user: UserID
    let connection: Connection

    /// What one look at a user gave.
    struct State {
        /// How many samples there are.
        var samples: Int
        /// Whether the user's own rows are there, so that types can be looked at.
        var isWhole: Bool
        var findings: [VerificationFinding]
    }

    /// Checks everything in one snapshot; nil when nothing of the user is there any more.
    func run() throws -> State? {
        try connection.transaction(.snapshot) {
            let before = UserID(number: user.number - 1)
            let found = try connection.run(VerificationSQL.nextUser, [.int8(before.number)])
            guard found.optionalInt8(0, 0) == user.number else { return nil }
            let rows = try connection.run(VerificationSQL.user, [.int8(user.number)])
            let samples = Int(rows.int8(0, 2))
            guard rows.bool(0, 0) else {
                return State(samples: samples, isWhole: false, findings: [finding(.userMissing)])
            }
            guard let end = rows.optionalInt8(0, 1) else {
                return State(samples: samples, isWhole: false, findings: [finding(.streamMissing)])
            }
            let findings = try positions(until: end) + references() + containers()
            return State(samples: samples, isWhole: true, findings: findings)
        }
    }

    /// The types of which there is anything, ascending.
    func types() throws -> [Int16] {
        var types: [Int16] = []
        var last = Int16.min
        while true {
            let rows = try connection.run(
                VerificationSQL.nextType,
                [.int8(user.number), .int2(last)]
            )
            guard let next = rows.optionalInt2(0, 0) else { return types }
            types.append(next)
            last = next
        }
    }

    private func positions(until end: Int64) throws -> [VerificationFinding] {
        let rows = try connection.run(
            VerificationSQL.listPositions,
            [.int8(user.number), .int8(end), .int4(Verifier.findingLimit)]
        )
        return (0..<rows.rowCount).map { row in
            let isRepeated = rows.int8(row, 2) > 1
            return finding(isRepeated ? .positionRepeated : .positionBeyondEnd).with {
                $0.typeID = rows.int2(row, 1)
                $0.position = rows.int8(row, 0)
                $0.expected = Double(rows.int8(row, 2))
            }
        }
    }

    private func references() throws -> [VerificationFinding] {
        let rows = try connection.run(
            VerificationSQL.listReferences,
            [.int8(user.number), .int4(Verifier.findingLimit)]
        )
        return (0..<rows.rowCount).map { row in
            let kind: VerificationFinding.Kind =
                if rows.bool(row, 2) {
                    .sourceMissing
                } else if rows.bool(row, 3) {
                    .revisionMissing
                } else {
                    .revisionOfOtherSource
                }
            return finding(kind).with {
                $0.typeID = rows.int2(row, 0)
                $0.source = rows.int4(row, 1)
                $0.expected = Double(rows.int8(row, 4))
            }
        }
    }

    private func containers() throws -> [VerificationFinding] {
        let rows = try connection.run(
            VerificationSQL.listContainers,
            [.int8(user.number), .int4(Verifier.findingLimit)]
        )
        return (0..<rows.rowCount).map { row in
            finding(.containerMissing).with {
                $0.typeID = rows.int2(row, 0)
                $0.expected = Double(rows.int8(row, 1))
            }
        }
    }

    private func finding(_ kind: VerificationFinding.Kind) -> VerificationFinding {
        VerificationFinding(kind, user: user)
    }
}
