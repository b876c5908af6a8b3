#if !canImport(HealthKit)
/// The codes under the names that `catch` and comparisons use, as in `HKError.errorNoData`.
extension HKError {
    /// An error of no known kind.
    public static var unknownError: Code { .unknownError }
    /// An older name of the code 0.
    public static var noError: Code { .noError }
    /// No server is configured.
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
    /// An administrator keeps the data away.
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }
    /// An argument makes no sense.
    public static var errorInvalidArgument: Code { .errorInvalidArgument }
    /// The person does not let the program save data of the type.
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
    /// The program has not asked yet.
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
    /// The server does not answer.
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
    /// The person did not decide.
    public static var errorUserCanceled: Code { .errorUserCanceled }
    /// Another workout session began.
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }
    /// The person left a workout session.
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }
    /// The person refused what the program cannot do without.
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }
    /// There is nothing that the predicate matches.
    public static var errorNoData: Code { .errorNoData }
    /// The activity is not allowed in a workout.
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }
    /// The data is larger than allowed.
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }
    /// A workout session cannot begin in the background.
    public static var errorBackgroundWorkoutSessionNotAllowed: Code {
        .errorBackgroundWorkoutSessionNotAllowed
    }
    /// A guest may not do this.
    public static var errorNotPermissibleForGuestUserMode: Code {
        .errorNotPermissibleForGuestUserMode
    }
}

extension HKError.Code {
    /// What an error of the kind says when nothing more is known.
    var message: String {
        switch self {
        case .unknownError: "An unknown error occurred."
        case .errorHealthDataUnavailable: "Health data is unavailable: no server is configured."
        case .errorHealthDataRestricted: "Health data is restricted."
        case .errorInvalidArgument: "An argument is invalid."
        case .errorAuthorizationDenied: "Authorization is denied."
        case .errorAuthorizationNotDetermined: "Authorization is not determined."
        case .errorDatabaseInaccessible: "The server cannot be reached."
        case .errorUserCanceled: "The request was cancelled."
        case .errorAnotherWorkoutSessionStarted: "Another workout session started."
        case .errorUserExitedWorkoutSession: "The workout session was left."
        case .errorRequiredAuthorizationDenied: "Required authorization is denied."
        case .errorNoData: "No data available for the specified predicate."
        case .errorWorkoutActivityNotAllowed: "The workout activity is not allowed."
        case .errorDataSizeExceeded: "The data is too large."
        case .errorBackgroundWorkoutSessionNotAllowed:
            "A workout session cannot start in the background."
        case .errorNotPermissibleForGuestUserMode: "A guest may not do this."
        }
    }
}
#endif
