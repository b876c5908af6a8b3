import HealthAPI
package import HealthStore
import Synchronization

/// Where people reach the server, which links begin with.
///
/// Never taken from a request: a `Host` field is anybody's to write, and a link that leads elsewhere
/// would give codes away.
package final class PublicURL: Sendable {
    private let base: Mutex<String>
    private let isGiven: Bool

    /// Takes what the operator set, without a slash at the end; nil waits for where the server
    /// listens.
    package init(_ given: String? = nil) {
        base = Mutex(given ?? "")
        isGiven = given != nil
    }

    /// Notes where the server listens, for links if nothing else was set.
    package func listens(at url: String) {
        if !isGiven { base.withLock { $0 = url } }
    }

    /// The page where a person finds what apps ask.
    package var sheet: String { base.withLock { $0 } + "/sheet" }

    /// The page of one request.
    package func sheet(of code: UserCode) -> String { sheet + "/requests/\(code)" }

    /// The page that signs a person in.
    package func signIn(with secret: String) -> String {
        sheet + "/sign-in?code=" + PercentEncoding.encode(secret)
    }
}
