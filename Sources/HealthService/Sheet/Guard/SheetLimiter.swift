import HealthStore
import Synchronization

/// Counts the pages that an address asks for, and the wrong codes that come from it or from somebody
/// who is signed in.
final class SheetLimiter: Sendable {
    /// Who guesses codes.
    enum Guesser: Hashable, Sendable {
        case network(PeerNetwork)
        case session(TokenID)
    }

    fileprivate struct State {
        var pages: QuotaTable<PeerNetwork>?
        var codesByNetwork: QuotaTable<Guesser>?
        var codesBySession: QuotaTable<Guesser>?
    }

    private let state: Mutex<State>
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant

    /// Makes a limiter by a clock that never goes back.
    init(_ limits: RateLimits, uptime: @escaping @Sendable () -> ContinuousClock.Instant) {
        func table<Key>(_ units: Int?) -> QuotaTable<Key>? {
            units.map { QuotaTable(Quota(units: $0), capacity: RateLimiter.capacity) }
        }
        state = Mutex(
            State(
                pages: table(limits.pagesPerMinute),
                codesByNetwork: table(limits.wrongCodesPerMinute),
                codesBySession: table(limits.wrongCodesOfSessionPerMinute)
            )
        )
        self.uptime = uptime
        start = uptime()
    }

    /// Counts a page.
    ///
    /// - Throws: `SheetTrouble.tooManyTries`; it is not counted then.
    func admitPage(of network: PeerNetwork) throws {
        let now = now
        try state.withLock { state in
            guard let pages = state.pages else { return }
            guard pages.hasRoom(for: network, at: now) else {
                let wait = pages.state(of: network, at: now).secondsUntilRoom
                throw SheetTrouble.tooManyTries(seconds: wait)
            }
            state.pages?.charge(network, 1, at: now)
        }
    }

    /// Refuses, before a code is looked at, whoever named too many wrong ones.
    ///
    /// - Throws: `SheetTrouble.tooManyTries`.
    func checkCodes(of guesser: Guesser) throws {
        let now = now
        let wait = state.withLock { state -> Int? in
            guard let table = state.codes(of: guesser), !table.hasRoom(for: guesser, at: now)
            else { return nil }
            return table.state(of: guesser, at: now).secondsUntilRoom
        }
        if let wait { throw SheetTrouble.tooManyTries(seconds: wait) }
    }

    /// Counts a wrong code.
    func countWrongCode(of guesser: Guesser) {
        let now = now
        state.withLock { state in
            switch guesser {
            case .network: state.codesByNetwork?.charge(guesser, 1, at: now)
            case .session: state.codesBySession?.charge(guesser, 1, at: now)
            }
        }
    }

    private var now: Int {
        let (seconds, attoseconds) = start.duration(to: uptime()).components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}

extension SheetLimiter.State {
    fileprivate func codes(
        of guesser: SheetLimiter.Guesser
    ) -> QuotaTable<SheetLimiter.Guesser>? {
        switch guesser {
        case .network: codesByNetwork
        case .session: codesBySession
        }
    }
}
