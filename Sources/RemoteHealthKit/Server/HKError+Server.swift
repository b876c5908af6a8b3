#if !canImport(HealthKit)
import Foundation
import HTTPClient
import HealthOutbox

/// What `userInfo` of an `HKError` tells beyond what HealthKit's does.
///
/// It has no counterpart in HealthKit.
public enum RemoteHealthErrorKey {
    /// The server's stable code, such as `uuidConflict`: a `String`.
    public static let problemCode = "RemoteHealthProblemCode"
    /// The member of the sample that is wrong: a `String`.
    public static let field = "RemoteHealthField"
    /// The place of the first object that was refused, from 0: an `Int`.
    public static let objectIndex = "RemoteHealthObjectIndex"
}

/// Errors of what a server says, or does not say.
extension HKError {
    /// Makes an error with words for people.
    static func failure(
        _ code: HKError.Code,
        _ words: String,
        _ details: [String: any Sendable] = [:]
    ) -> HKError {
        var information: [String: Any] = details
        information[NSLocalizedDescriptionKey] = words
        return HKError(code, userInfo: information)
    }

    /// Takes an error as it is, if it is one of these.
    init(anyError error: any Error) {
        self = error as? HKError ?? .failure(.errorDatabaseInaccessible, "\(error)")
    }

    /// Makes the error of a request that was not answered.
    init(noAnswer error: HTTPClientError) {
        self = .failure(.errorDatabaseInaccessible, "The health store cannot be reached: \(error).")
    }

    /// Makes the error of an answer that refuses the request.
    init(refusal response: ClientResponse) {
        guard let refusal = Refusal(problem: response.body) else {
            self = .failure(
                .errorDatabaseInaccessible,
                "What answered with status \(response.status) is no Tributary server."
            )
            return
        }
        self.init(refusal, status: response.status)
    }

    /// Makes the error of a refusal.
    ///
    /// - Parameters:
    ///   - status: The status of the answer; nil where it is about one object of many.
    ///   - index: The object's place.
    init(_ refusal: Refusal, status: Int? = nil, index: Int? = nil) {
        var details: [String: any Sendable] = [RemoteHealthErrorKey.problemCode: refusal.code]
        details[RemoteHealthErrorKey.field] = refusal.field
        details[RemoteHealthErrorKey.objectIndex] = index
        self = .failure(Self.code(of: refusal.code, status), refusal.description, details)
    }

    private static func code(of problem: String, _ status: Int?) -> HKError.Code {
        switch problem {
        case "authorizationNotDetermined": .errorAuthorizationNotDetermined
        case "sharingDenied", "notOwner": .errorAuthorizationDenied
        case "unauthenticated", "forbidden", "clientSuspended", "userNotFound", "clientNotFound":
            .errorHealthDataRestricted
        case "authorizationRequestNotFound", "authorizationRequestExpired": .errorUserCanceled
        default:
            if let status, RetryPolicy.isTemporary(status: status) {
                .errorDatabaseInaccessible
            } else {
                .errorInvalidArgument
            }
        }
    }

    /// Whether the same may succeed later.
    var isTemporary: Bool { code == .errorDatabaseInaccessible }
}
#endif
