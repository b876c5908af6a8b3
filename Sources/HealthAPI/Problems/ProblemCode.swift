/// The stable codes of refusals, for requests and for single samples.
///
/// A code never changes its meaning; new ones may come. Each has one HTTP status, which a sample's
/// code keeps for the day it becomes a request's.
package enum ProblemCode: String, Sendable, CaseIterable {
    // What the request as a whole can be refused with.
    case malformedJSON
    case duplicateKey
    case invalidRequest
    case invalidParameter
    case missingParameter
    case unknownParameter
    case unknownType
    case unsupportedType
    case notShareable
    case invalidOption
    case invalidRange
    case tooManyBuckets
    case tooManySamples
    case tooManySources
    case cursorInvalid
    case anchorInvalid
    case anchorExpired
    case anchorOutdated
    case unknownSource
    case unitMismatch
    case invalidUnit
    case unauthenticated
    case forbidden
    case notFound
    case userNotFound
    case clientNotFound
    case tokenNotFound
    case clientExists
    case batchConflict
    case webhookNotFound
    case tooManyWebhooks
    case authorizationRequestNotFound
    case authorizationRequestDecided
    case authorizationRequestExpired
    case tooManyAuthorizationRequests
    case slowDown
    case accessCodeNotFound
    case tooManyAccessCodes
    case sessionNotFound
    case invalidURL
    case addressNotAllowed
    case methodNotAllowed
    case requestTimeout
    case bodyTruncated
    case bodyTooLarge
    case inflatedTooLarge
    case batchTooLarge
    case malformedEncoding
    case unsupportedEncoding
    case unsupportedMediaType
    case headersTooLarge
    case malformedRequest
    case rateLimited
    case overloaded
    case draining
    case databaseUnavailable
    case internalError

    // What a single sample can be refused with.
    case missingField
    case invalidField
    case valueNotFinite
    case valueNotInEnumeration
    case valueTooLarge
    case negativeValue
    case endBeforeStart
    case startInFuture
    case spanTooLong
    case metadataTooLarge
    case detailsTooLarge
    case lineTooLarge
    case uuidConflict
    case deleted
    case authorizationNotDetermined
    case sharingDenied
    case batchRejected

    // What a single deletion can be refused with, beside the right to save.
    case sampleNotFound
    case notOwner

    /// The HTTP status a request refused with this code is answered by.
    package var status: Int {
        switch self {
        case .unauthenticated: 401
        case .forbidden, .authorizationNotDetermined, .sharingDenied, .notOwner: 403
        case .notFound, .userNotFound, .clientNotFound, .tokenNotFound, .sampleNotFound,
            .webhookNotFound, .authorizationRequestNotFound, .accessCodeNotFound, .sessionNotFound:
            404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .clientExists, .batchConflict, .uuidConflict, .deleted, .batchRejected,
            .tooManyWebhooks, .authorizationRequestDecided, .tooManyAuthorizationRequests,
            .tooManyAccessCodes:
            409
        case .anchorExpired, .anchorOutdated, .authorizationRequestExpired: 410
        case .bodyTooLarge, .inflatedTooLarge, .batchTooLarge, .metadataTooLarge, .detailsTooLarge,
            .lineTooLarge:
            413
        case .unsupportedMediaType, .unsupportedEncoding: 415
        case .rateLimited, .slowDown: 429
        case .headersTooLarge: 431
        case .internalError: 500
        case .overloaded, .draining, .databaseUnavailable: 503
        default: 400
        }
    }
}

/// A refusal as it goes over the wire: RFC 9457 problem details with a code.
package struct Problem: Error, Hashable, Sendable {
    /// What is wrong, for programs.
    package var code: ProblemCode
    /// What is wrong, for people; never a health value or a secret.
    package var detail: String
    /// The field or parameter that is wrong.
    package var field: String?
    /// The byte of the body at which it is wrong.
    package var offset: Int?
    /// Seconds after which trying again makes sense.
    package var retryAfter: Int?
    /// How long a client has to wait between two questions from now on, for `slowDown`; in seconds.
    package var interval: Int?
    /// The methods the resource knows, for `methodNotAllowed`.
    package var allow: [String]
    /// What was done before it went wrong, as JSON; nil where nothing is done.
    package var partial: [UInt8]?

    /// Makes a problem.
    package init(
        _ code: ProblemCode,
        _ detail: String,
        field: String? = nil,
        offset: Int? = nil,
        retryAfter: Int? = nil,
        allow: [String] = []
    ) {
        self.code = code
        self.detail = detail
        self.field = field
        self.offset = offset
        self.retryAfter = retryAfter
        self.allow = allow
    }
}
