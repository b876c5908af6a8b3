import HTTPServer
import HealthAPI
import HealthStore

extension Service {
    /// Refuses, before its body is read, a request of a token that is known to have no more.
    ///
    /// Only tokens that were good are counted, so that nothing is told to one that is not.
    ///
    /// - Throws: `RateRefusal`, `Problem` with `rateLimited`.
    func checkRate(of secret: [UInt8], _ route: Route, _ head: HTTPRequestHead) throws {
        let caller = authenticator.caller(ofSecret: secret)
        try limiter.check(caller, pushes: route.isPush)
        // In the task an address is asked after again: those before it may all have been wrong.
        try checkFailures(of: head, caller)
    }

    /// Finds out who calls, and counts the request or the failure.
    ///
    /// - Throws: `Problem` with `unauthenticated` or `rateLimited`; `RateRefusal`.
    func countedPrincipal(
        ofSecret secret: [UInt8],
        _ route: Route,
        _ head: HTTPRequestHead
    ) async throws -> Principal {
        try checkFailures(of: head, authenticator.caller(ofSecret: secret))
        let principal: Principal
        do {
            principal = try await authenticator.principal(ofSecret: secret)
        } catch let problem as Problem {
            if problem.code == .clientSuspended {
                // The token is right: it counts as any other, and not as a guess.
                try limiter.admit(authenticator.caller(ofSecret: secret), pushes: route.isPush)
            } else {
                limiter.countFailure(of: PeerNetwork(head.remoteAddress))
            }
            throw problem
        }
        try limiter.admit(principal.caller, pushes: route.isPush)
        return principal
    }

    /// Slows down who guesses tokens: whether one is right is not even looked at.
    ///
    /// A client's token that has been good since the server started is let through, so that a
    /// guesser behind the same proxy shuts nobody out: they have 256 random bits, as those of admins.
    /// The operator's own is not, as it may be a word.
    private func checkFailures(of head: HTTPRequestHead, _ caller: RateLimiter.Caller) throws {
        switch caller {
        case .token(let id), .administrator(let id):
            if authenticator.hasSeen(id) { return }
        case .admin: break
        }
        let network = PeerNetwork(head.remoteAddress)
        guard let seconds = limiter.secondsOfSilence(of: network) else { return }
        throw Problem(
            .rateLimited,
            "Too many wrong tokens came from this address.",
            retryAfter: seconds
        )
    }
}

extension HTTPResponse {
    /// The answer with fields added.
    func adding(_ fields: [(name: String, value: String)]) -> HTTPResponse {
        var response = self
        response.headers += fields
        return response
    }
}

extension Principal {
    /// Whose requests it counts as.
    var caller: RateLimiter.Caller {
        switch self {
        case .admin(let administrator): administrator.token.map { .administrator($0) } ?? .admin
        case .client(let bearer): .token(bearer.token)
        }
    }
}

extension Route {
    /// Whether it brings samples.
    fileprivate var isPush: Bool {
        if case .saveSamples = self { true } else { false }
    }
}
