#if !canImport(HealthKit)
public import Foundation

/// What hardly ever changes about the person.
///
/// What may not be read is as if it were not set. Nothing is known before the person has decided:
/// then every call fails with `errorAuthorizationNotDetermined`.
///
/// Differs from HealthKit: the calls ask the server and block the thread, for each of two requests
/// ten seconds at most. An operator sets the values, where on a phone the person does.
extension HKHealthStore {
    /// The day of birth in the Gregorian calendar, without a time of day.
    ///
    /// - Throws: `HKError` with `errorNoData` where it is not set or may not be read.
    public func dateOfBirthComponents() throws -> DateComponents {
        guard let date = try server.person(for: .dateOfBirth).dateOfBirth else {
            throw HKError.failure(.errorNoData, "No date of birth is set.")
        }
        return date
    }

    /// Midnight of the day of birth in the time zone of this process.
    ///
    /// - Throws: As `dateOfBirthComponents()`.
    @available(*, deprecated, renamed: "dateOfBirthComponents()")
    public func dateOfBirth() throws -> Date {
        guard let date = try dateOfBirthComponents().date else {
            throw HKError.failure(.errorNoData, "The date of birth is no date of the calendar.")
        }
        return date
    }

    /// The biological sex, which may be not set.
    public func biologicalSex() throws -> HKBiologicalSexObject {
        HKBiologicalSexObject(try server.person(for: .biologicalSex).biologicalSex)
    }

    /// The blood type, which may be not set.
    public func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(try server.person(for: .bloodType).bloodType)
    }

    /// The skin type, which may be not set.
    public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        HKFitzpatrickSkinTypeObject(try server.person(for: .fitzpatrickSkinType).skinType)
    }

    /// Whether the person uses a wheelchair, which may be not set.
    public func wheelchairUse() throws -> HKWheelchairUseObject {
        HKWheelchairUseObject(try server.person(for: .wheelchairUse).wheelchairUse)
    }

    /// What the person's goal of moving counts: active energy where nothing is set.
    public func activityMoveMode() throws -> HKActivityMoveModeObject {
        HKActivityMoveModeObject(try server.person(for: .activityMoveMode).activityMoveMode)
    }
}
#endif
