#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// What hardly ever changes about the person.
///
/// What may not be read is as if it were not set. Nothing is known before the person has decided:
/// then every call fails with `errorAuthorizationNotDetermined`.
///
/// Differs from HealthKit: the calls ask the server and block the thread, each of the two requests
/// for ten seconds at most. An operator sets the values; a phone's person does.
extension HKHealthStore {
    /// The day of birth in the Gregorian calendar, without a time of day.
    ///
    /// - Throws: `HKError` with `errorNoData` where it is not set or may not be read.
    public func dateOfBirthComponents() throws -> DateComponents {
        guard case .date(let date) = try server.characteristic(.dateOfBirth) else {
            throw HKError.failure(.errorNoData, "No date of birth is set.")
        }
        var components = DateComponents()
        components.calendar = Calendar(identifier: .gregorian)
        components.era = 1
        components.year = date.year
        components.month = date.month
        components.day = date.day
        return components
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
        let value = try server.choice(.biologicalSex)
        return HKBiologicalSexObject(HKBiologicalSex(rawValue: value) ?? .notSet)
    }

    /// The blood type, which may be not set.
    public func bloodType() throws -> HKBloodTypeObject {
        HKBloodTypeObject(HKBloodType(rawValue: try server.choice(.bloodType)) ?? .notSet)
    }

    /// The skin type, which may be not set.
    public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
        let value = try server.choice(.fitzpatrickSkinType)
        return HKFitzpatrickSkinTypeObject(HKFitzpatrickSkinType(rawValue: value) ?? .notSet)
    }

    /// Whether the person uses a wheelchair, which may be not set.
    public func wheelchairUse() throws -> HKWheelchairUseObject {
        let value = try server.choice(.wheelchairUse)
        return HKWheelchairUseObject(HKWheelchairUse(rawValue: value) ?? .notSet)
    }

    /// What the person's goal of moving counts: active energy where nothing is set.
    public func activityMoveMode() throws -> HKActivityMoveModeObject {
        let value = try server.choice(.activityMoveMode)
        return HKActivityMoveModeObject(HKActivityMoveMode(rawValue: value) ?? .activeEnergy)
    }
}
#endif
