#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// A request for access that waits for the person.
struct PendingAuthorization: Sendable {
    /// The request's id.
    let id: String
    /// How long to wait between two questions.
    let interval: Duration
    /// Where the person decides.
    let prompt: RemoteHealthConfiguration.AuthorizationPrompt

    /// Reads the answer to a request; nil where everything is decided already.
    ///
    /// - Throws: `HKError` for what is no such answer.
    init?(_ root: JSONValue, now: Instant) throws {
        if root["state"]?.string == "decided" { return nil }
        guard let id = root["id"]?.string, let code = root["userCode"]?.string,
            let url = root["verificationURIComplete"]?.string.flatMap(URL.init(string:)),
            let page = root["verificationURI"]?.string.flatMap(URL.init(string:)),
            let life = root["expiresIn"]?.int, let interval = root["interval"]?.int
        else {
            throw HKError.failure(
                .errorDatabaseInaccessible,
                "What answered is no Tributary server."
            )
        }
        self.id = id
        self.interval = .seconds(interval)
        prompt = RemoteHealthConfiguration.AuthorizationPrompt(
            url: url,
            page: page,
            code: code,
            expiration: Date(now).addingTimeInterval(Double(life))
        )
    }
}

/// How far a request for access has got.
enum AuthorizationProgress: Sendable, Hashable {
    /// Nobody has decided; seconds until the next question, where the server says so.
    case pending(seconds: Int64?)
    /// The question came too soon; seconds between two of them from now on.
    case tooSoon(seconds: Int64?)
    /// Somebody has decided, whatever it was.
    case decided
    /// It is too late to decide.
    case expired

    /// Reads an answer that is not refused.
    ///
    /// - Throws: `HKError` for what is no such answer.
    init(_ root: JSONValue) throws {
        switch root["state"]?.string {
        case "pending": self = .pending(seconds: root["interval"]?.int)
        // Told only where nothing was to be read; on a phone success means that the sheet was
        // handled, not that anything was allowed.
        case "decided", "denied": self = .decided
        case "expired": self = .expired
        default:
            throw HKError.failure(
                .errorDatabaseInaccessible,
                "What answered is no Tributary server."
            )
        }
    }

    /// Reads a refusal; nil for one that is not about the speed.
    init?(slowDown root: JSONValue) {
        guard root["code"]?.string == "slowDown" else { return nil }
        self = .tooSoon(seconds: root["interval"]?.int)
    }
}
#endif
