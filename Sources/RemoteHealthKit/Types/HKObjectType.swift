#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// What kind of health data something is.
///
/// Types are equal when their identifiers are. Differs from HealthKit: types cannot be archived
/// (`NSSecureCoding`); their identifiers can. Documents, series, activity summaries, prescriptions
/// and the other types that the server does not store are absent.
///
/// Unchecked: nothing changes after `init`, which only classes of this module can call.
open class HKObjectType: NSObject, NSCopying, @unchecked Sendable {
    /// HealthKit's text for the type, such as `HKQuantityTypeIdentifierStepCount`.
    public let identifier: String

    init(identifier: String) {
        self.identifier = identifier
    }

    /// Whether the person decides about each object by itself: true for no type the server has.
    open func requiresPerObjectAuthorization() -> Bool { false }

    /// Gives the type itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same type.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKObjectType)?.identifier == identifier
    }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }

    /// The identifier.
    open override var description: String { identifier }
}

/// Types by their identifiers.
extension HKObjectType {
    /// Gives the type of a kind of quantities; nil when there is none.
    public class func quantityType(
        forIdentifier identifier: HKQuantityTypeIdentifier
    ) -> HKQuantityType? {
        Catalogue.quantityType(identifier.rawValue).map(HKQuantityType.init(entry:))
    }

    /// Gives the type of a kind of categories; nil when there is none.
    public class func categoryType(
        forIdentifier identifier: HKCategoryTypeIdentifier
    ) -> HKCategoryType? {
        guard case .category(let entry) = Catalogue.sampleType(identifier.rawValue) else {
            return nil
        }
        return HKCategoryType(entry: entry)
    }

    /// Gives the type of a kind of correlations; nil when there is none.
    public class func correlationType(
        forIdentifier identifier: HKCorrelationTypeIdentifier
    ) -> HKCorrelationType? {
        guard case .correlation(let entry) = Catalogue.sampleType(identifier.rawValue) else {
            return nil
        }
        return HKCorrelationType(entry: entry)
    }

    /// Gives the type of a characteristic; nil when there is none.
    public class func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
        Catalogue.characteristicType(identifier.rawValue).map(HKCharacteristicType.init(entry:))
    }

    /// Gives the type of workouts.
    public class func workoutType() -> HKWorkoutType {
        HKWorkoutType()
    }
}

/// A fact about a person that hardly ever changes, such as the blood type.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    let entry: CharacteristicType

    init(entry: CharacteristicType) {
        self.entry = entry
        super.init(identifier: entry.identifier)
    }

    /// Makes the type of an identifier; traps when there is none.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        guard let entry = Catalogue.characteristicType(identifier.rawValue) else {
            preconditionFailure("There is no characteristic type \(identifier.rawValue).")
        }
        self.init(entry: entry)
    }
}
#endif
