package import Postgres

/// Goes through everything that is stored and looks for what must never be.
///
/// Totals are computed again from the samples, by the engine, and compared bit by bit. Each check
/// reads one snapshot, so that writers at work cause no false alarm. Days that are marked are
/// settled first, as a reader would; those that are marked again meanwhile are tried again, then
/// counted as busy. Memory is bounded, whatever there is: users come one by one, days by
/// stretches, dense days in pieces.
package struct Verifier {
    /// What a kind of check finds of one user at most; what is beyond is found by the next run.
    static let findingLimit: Int32 = 1000

    private let onFinding: (VerificationFinding) -> Void
    private let onProgress: (VerificationProgress) -> Void
    private let connection: Connection
    private let isRepairing: Bool
    private var summary = VerificationSummary()
    private var progress = VerificationProgress()

    /// Prepares a verification.
    ///
    /// - Parameters:
    ///   - connection: one without limits on how long a statement may take.
    ///   - isRepairing: whether what is derived from samples is written anew where it is wrong.
    ///   - onFinding: told of every difference, once it was repaired or could not be.
    package init(
        on connection: Connection,
        isRepairing: Bool = false,
        onFinding: @escaping (VerificationFinding) -> Void,
        onProgress: @escaping (VerificationProgress) -> Void = { _ in }
    ) {
        self.connection = connection
        self.isRepairing = isRepairing
        self.onFinding = onFinding
        self.onProgress = onProgress
    }

    /// Goes through one user, or through all.
    ///
    /// - Throws: `HealthStoreError.userNotFound` when the one asked for has no row anywhere;
    ///   `.tooManySamples` where a quarter hour holds more than memory may; `PostgresError`.
    package mutating func run(user: UserID? = nil) throws -> VerificationSummary {
        if let user {
            progress.totalUsers = 1
            guard try nextUser(after: UserID(number: user.number - 1)) == user else {
                throw HealthStoreError.userNotFound
            }
            try connection.scoped(.user(user)) { try verify(user) }
            return summary
        }
        progress.totalUsers = Int(try connection.run(VerificationSQL.size).int8(0, 0))
        var last = UserID(number: .min)
        while let user = try nextUser(after: last) {
            try connection.scoped(.user(user)) { try verify(user) }
            last = user
        }
        return summary
    }

    private func nextUser(after last: UserID) throws -> UserID? {
        try connection.scoped(.everyone) {
            try connection.run(VerificationSQL.nextUser, [.int8(last.number)])
        }.optionalInt8(0, 0).map(UserID.init(number:))
    }

    private mutating func verify(_ user: UserID) throws {
        let check = UserVerification(user: user, connection: connection)
        let state = try check.run()
        // Erased since it was found.
        guard let state else { return }
        summary.users += 1
        summary.samples += state.samples
        take(state.findings)
        if state.isWhole { try verifyTypes(of: user) }
        progress.users += 1
        progress.share = 0
        onProgress(progress)
    }

    private mutating func verifyTypes(of user: UserID) throws {
        let types = try UserVerification(user: user, connection: connection).types()
        for (index, typeID) in types.enumerated() {
            summary.types += 1
            let counts = CountVerification(user: user, typeID: typeID, connection: connection)
            let miscounted = try counts.run(isRepairing: isRepairing)
            take(miscounted)
            // Samples of a client that is not noted are not found: nothing can be computed from them.
            guard !miscounted.contains(where: \.hidesSamples) else { continue }
            let totals = TotalsVerification(user: user, typeID: typeID, connection: connection)
            try totals?.run(isRepairing: isRepairing) { stretch in
                summary.days += stretch.days
                summary.busyDays += stretch.busyDays
                take(stretch.findings)
                progress.days += stretch.days
                progress.share = (Double(index) + stretch.share) / Double(types.count)
                onProgress(progress)
            }
        }
    }

    private mutating func take(_ findings: [VerificationFinding]) {
        summary.differences += findings.count
        summary.repaired += findings.count { $0.isRepaired }
        if findings.count >= Int(Self.findingLimit) { summary.isCutShort = true }
        findings.forEach(onFinding)
    }
}
