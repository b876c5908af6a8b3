import HealthAPI
package import HealthStore
import Synchronization

/// Where people reach the server, which links begin with.
///
/// Never taken from a request: a `Host` field is anybody's to write, and a link that leads elsewhere
/// would give codes away.
package final class PublicURL: Sendable {
    private struct State {
        var text: String
        var usesTLS = false
    }

    private let state: Mutex<State>
    /// Whether the operator set it, so that the server has no other name.
    let isGiven: Bool

    /// Takes what the operator set, without a slash at the end; nil waits for where the server
    /// listens.
    package init(_ given: String? = nil) {
        state = Mutex(State(text: given ?? ""))
        isGiven = given != nil
    }

    /// Notes where the server listens, for links if nothing else was set.
    package func listens(at url: String) {
        state.withLock { state in
            state.usesTLS = url.hasPrefix("https://")
            if !isGiven { state.text = url }
        }
    }

    /// Whether the server itself speaks TLS, and so is never called in the clear.
    var usesTLS: Bool { state.withLock { $0.usesTLS } }

    /// The URL, without a slash at the end; empty where nothing is known yet.
    var text: String { state.withLock { $0.text } }

    /// The page where a person finds what apps ask.
    package var sheet: String { text + "/sheet" }

    /// The page of one request.
    package func sheet(of code: UserCode) -> String { sheet + "/requests/\(code)" }

    /// The page that signs a person in.
    package func signIn(with secret: String) -> String {
        sheet + "/sign-in?code=" + PercentEncoding.encode(secret)
    }
}
