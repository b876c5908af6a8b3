import HealthAPI
import HealthStore
import Synchronization

/// Counts what callers ask for, and refuses what is too much.
///
/// In memory and of this process alone: a restart forgets it. A caller is the token of a client or
/// an admin, or the operator; what one is told depends on its own requests and on nothing else.
final class RateLimiter: Sendable {
    /// Who is counted.
    enum Caller: Hashable, Sendable {
        case admin
        case administrator(TokenID)
        case token(TokenID)

        /// Whether it acts for the operator.
        var isAdmin: Bool {
            if case .token = self { false } else { true }
        }
    }

    fileprivate struct State {
        var requests: QuotaTable<Caller>?
        var adminRequests: QuotaTable<Caller>?
        var samples: QuotaTable<Caller>?
        var failures: QuotaTable<PeerNetwork>?
        var denials = QuotaTable<Caller>(Quota(units: 10), capacity: capacity)
    }

    private let state: Mutex<State>
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant

    /// The most callers, or networks, that are remembered.
    static let capacity = 10_000

    /// Makes a limiter by a clock that never goes back.
    init(_ limits: RateLimits, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
        state = Mutex(
            State(
                requests: Self.table(limits.requestsPerMinute),
                adminRequests: Self.table(limits.adminRequestsPerMinute),
                samples: Self.table(limits.samplesPerMinute),
                failures: Self.table(limits.failuresPerMinute)
            )
        )
        self.uptime = uptime
        start = uptime()
    }

    private static func table<Key>(_ units: Int?) -> QuotaTable<Key>? {
        units.map { QuotaTable(Quota(units: $0), capacity: capacity) }
    }

    private var now: Int {
        let (seconds, attoseconds) = start.duration(to: uptime()).components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}

/// What tokens ask for.
extension RateLimiter {
    /// Refuses a request of a caller that has no more; counts nothing.
    ///
    /// - Parameter pushes: Whether it brings samples. It is judged by those that came before, never
    ///   by its own, which are not known yet.
    /// - Throws: `RateRefusal`.
    func check(_ caller: Caller, pushes: Bool) throws {
        let now = now
        try state.withLock { state in
            try state.check(caller, pushes: pushes, at: now)
        }
    }

    /// Counts a request.
    ///
    /// - Throws: `RateRefusal`; it is not counted then.
    func admit(_ caller: Caller, pushes: Bool) throws {
        let now = now
        try state.withLock { state in
            try state.check(caller, pushes: pushes, at: now)
            switch caller {
            case .admin, .administrator: state.adminRequests?.charge(caller, 1, at: now)
            case .token: state.requests?.charge(caller, 1, at: now)
            }
        }
    }

    /// Counts samples that were read, whatever becomes of them.
    func countSamples(_ count: Int, of caller: Caller) {
        let now = now
        guard case .token = caller else { return }
        state.withLock { $0.samples?.charge(caller, count, at: now) }
    }

    /// What a caller has, by the names of the policies; empty for one without limits.
    func quotas(of caller: Caller) -> [RatePolicy] {
        let now = now
        return state.withLock { $0.policies(of: caller, at: now) }
    }
}

/// Wrong tokens.
extension RateLimiter {
    /// Whether a network has named too many wrong tokens; the seconds until it may name another.
    func secondsOfSilence(of network: PeerNetwork) -> Int? {
        let now = now
        return state.withLock { state in
            guard let failures = state.failures, !failures.hasRoom(for: network, at: now) else {
                return nil
            }
            return failures.state(of: network, at: now).secondsUntilRoom
        }
    }

    /// Counts a wrong token.
    func countFailure(of network: PeerNetwork) {
        let now = now
        state.withLock { $0.failures?.charge(network, 1, at: now) }
    }
}

/// Refusals that are written down.
extension RateLimiter {
    /// Whether one more refusal of a caller may be written down, at most ten a minute; counts it.
    func admitsDenial(of caller: Caller) -> Bool {
        let now = now
        return state.withLock { state in
            guard state.denials.hasRoom(for: caller, at: now) else { return false }
            state.denials.charge(caller, 1, at: now)
            return true
        }
    }
}

extension RateLimiter.State {
    fileprivate func policies(of caller: RateLimiter.Caller, at now: Int) -> [RatePolicy] {
        let requests = caller.isAdmin ? adminRequests : self.requests
        let samples = caller.isAdmin ? nil : self.samples
        return [
            requests.map { RatePolicy(.requests, $0.state(of: caller, at: now)) },
            samples.map { RatePolicy(.samples, $0.state(of: caller, at: now)) },
        ].compactMap { $0 }
    }

    fileprivate func check(_ caller: RateLimiter.Caller, pushes: Bool, at now: Int) throws {
        let policies = policies(of: caller, at: now)
        for policy in policies where pushes || policy.name == .requests {
            guard policy.state.secondsUntilRoom > 0 else { continue }
            throw RateRefusal(violated: policy, policies: policies)
        }
    }
}
