import Postgres

@testable import HealthStore

/// What a verification gave.
struct Verdict: Sendable {
    let findings: [VerificationFinding]
    let summary: VerificationSummary

    /// The kinds found, each once.
    var kinds: Set<VerificationFinding.Kind> { Set(findings.map(\.kind)) }
}

extension StoreFixture {
    /// Verifies everything, or one user.
    func verify(_ user: UserID? = nil, isRepairing: Bool = false) async throws -> Verdict {
        try await store.pool.withConnection { connection in
            var findings: [VerificationFinding] = []
            var verifier = Verifier(
                on: connection,
                isRepairing: isRepairing,
                onFinding: { findings.append($0) }
            )
            let summary = try verifier.run(user: user)
            return Verdict(findings: findings, summary: summary)
        }
    }
}
