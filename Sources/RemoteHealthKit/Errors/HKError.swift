#if !canImport(HealthKit)
public import Foundation

/// The domain of the errors of HealthKit.
public let HKErrorDomain: String = "com.apple.healthkit"

/// Why something could not be done.
public struct HKError: Error, Sendable {
    /// The kinds of errors, with HealthKit's raw values (`HKDefines.h`).
    public enum Code: Int, Sendable {
        /// An error of no known kind.
        case unknownError = 0
        /// No server is configured; in HealthKit, the device has no health data.
        case errorHealthDataUnavailable = 1
        /// An administrator keeps the data away.
        case errorHealthDataRestricted = 2
        /// An argument makes no sense, or the server does not take it.
        case errorInvalidArgument = 3
        /// The person does not let the program save data of the type.
        case errorAuthorizationDenied = 4
        /// The program has not asked yet whether it may save data of the type.
        case errorAuthorizationNotDetermined = 5
        /// The server does not answer; in HealthKit, the device is locked.
        case errorDatabaseInaccessible = 6
        /// The person did not decide.
        case errorUserCanceled = 7
        /// Another workout session began; never happens here.
        case errorAnotherWorkoutSessionStarted = 8
        /// The person left a workout session; never happens here.
        case errorUserExitedWorkoutSession = 9
        /// The person refused what the program cannot do without; never happens here.
        case errorRequiredAuthorizationDenied = 10
        /// There is nothing that the predicate matches.
        case errorNoData = 11
        /// The activity is not allowed in a workout; never happens here.
        case errorWorkoutActivityNotAllowed = 12
        /// The data is larger than allowed.
        case errorDataSizeExceeded = 13
        /// A workout session cannot begin in the background; never happens here.
        case errorBackgroundWorkoutSessionNotAllowed = 14
        /// A guest may not do this; never happens here.
        case errorNotPermissibleForGuestUserMode = 15

        /// An older name of the code 0.
        public static var noError: Code { .unknownError }
    }

    /// The kind of the error.
    public let code: Code
    /// What else is known, by keys such as `NSLocalizedDescriptionKey`.
    public var userInfo: [String: Any] { details }

    private let details: [String: any Sendable]

    /// Makes an error of a kind.
    ///
    /// Of `userInfo` texts, numbers and errors are kept. Differs from HealthKit: other values are not.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        details = userInfo.compactMapValues { value -> (any Sendable)? in
            switch value {
            case let value as String: value
            case let value as Int: value
            case let value as Double: value
            case let value as any Error: value
            default: nil
            }
        }
    }

    /// Makes an error that says what happened.
    init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// What HealthKit's constant of the same name holds.
    public static var errorDomain: String { HKErrorDomain }
}

extension HKError: CustomNSError, LocalizedError {
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }

    /// What else is known, for `NSError`, which looks here alone for what happened.
    public var errorUserInfo: [String: Any] {
        userInfo.merging([NSLocalizedDescriptionKey: errorDescription ?? ""]) { own, _ in own }
    }

    /// What happened, in a sentence.
    public var errorDescription: String? {
        details[NSLocalizedDescriptionKey] as? String ?? code.message
    }
}

extension HKError: Hashable {
    /// Whether two errors are of the same kind and say the same.
    public static func == (left: HKError, right: HKError) -> Bool {
        left.code == right.code && left.errorDescription == right.errorDescription
    }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension HKError.Code {
    /// Lets `catch HKError.errorNoData` match errors of the kind.
    public static func ~= (code: HKError.Code, error: any Error) -> Bool {
        (error as? HKError)?.code == code
    }
}
#endif
