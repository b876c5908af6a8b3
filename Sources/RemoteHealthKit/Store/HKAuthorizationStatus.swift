#if !canImport(HealthKit)
/// Whether a program may save samples of a type.
public enum HKAuthorizationStatus: Int, Sendable {
    /// The person has not decided.
    case notDetermined = 0
    /// The person does not allow it.
    case sharingDenied = 1
    /// The person allows it.
    case sharingAuthorized = 2

    /// Reads the wire's name.
    init?(name: String) {
        switch name {
        case "notDetermined": self = .notDetermined
        case "sharingDenied": self = .sharingDenied
        case "sharingAuthorized": self = .sharingAuthorized
        default: return nil
        }
    }
}

/// Whether a request for access would show the person anything.
public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// It could not be found out.
    case unknown = 0
    /// There is something that the person has not decided.
    case shouldRequest = 1
    /// Everything has been decided.
    case unnecessary = 2
}

/// How often, at most, a program is woken because of changes.
public enum HKUpdateFrequency: Int, Sendable {
    /// With every change.
    case immediate = 1
    /// Once an hour.
    case hourly = 2
    /// Once a day.
    case daily = 3
    /// Once a week.
    case weekly = 4
}
#endif
