import HTTPServer
import HealthAPI

/// A limit and what a caller has of it.
struct RatePolicy: Hashable, Sendable {
    /// What is counted; also the policy's name on the wire.
    enum Name: String, Sendable {
        case requests
        case samples
    }

    let name: Name
    let state: Quota.State

    init(_ name: Name, _ state: Quota.State) {
        self.name = name
        self.state = state
    }
}

/// A refusal because a caller asked too much.
struct RateRefusal: Error, Hashable, Sendable {
    /// The limit that was reached.
    let violated: RatePolicy
    /// All limits of the caller.
    let policies: [RatePolicy]

    /// The refusal in the words of the API.
    var problem: Problem {
        Problem(
            .rateLimited,
            "The token may use \(violated.state.units) \(violated.name.rawValue) a minute.",
            retryAfter: violated.state.secondsUntilRoom
        )
    }

    /// The fields of the answer: of what is left only the limit that was reached is told, so that
    /// `Retry-After` is not earlier than the end of any window told (section 6 of the draft).
    var fields: [(name: String, value: String)] {
        let left = #""\#(violated.name.rawValue)";r=0;t=\#(violated.state.secondsUntilRoom)"#
        return [policies.policyField, (name: "RateLimit", value: left)]
    }
}

/// The header fields of draft-ietf-httpapi-ratelimit-headers-11, lists of structured fields.
extension [RatePolicy] {
    /// What goes with an answer; empty without limits.
    ///
    /// `t` is the time until the whole quota is there again.
    var fields: [(name: String, value: String)] {
        guard !isEmpty else { return [] }
        let items = map { policy in
            let state = policy.state
            return #""\#(policy.name.rawValue)";r=\#(state.left);t=\#(state.secondsUntilWhole)"#
        }
        return [policyField, (name: "RateLimit", value: items.joined(separator: ", "))]
    }

    /// `RateLimit-Policy`; the unit of requests is the draft's default and not told.
    fileprivate var policyField: (name: String, value: String) {
        let items = map { policy in
            let unit = policy.name == .samples ? #";qu="samples""# : ""
            return #""\#(policy.name.rawValue)";q=\#(policy.state.units)\#(unit);w=60"#
        }
        return (name: "RateLimit-Policy", value: items.joined(separator: ", "))
    }
}
