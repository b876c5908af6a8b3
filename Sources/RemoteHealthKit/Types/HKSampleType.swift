#if !canImport(HealthKit)
public import Foundation
import HealthModel

/// What kind of sample something is.
open class HKSampleType: HKObjectType, @unchecked Sendable {
    /// Whether samples of the type may not last as long as they like.
    ///
    /// Differs from HealthKit: true for every type, as the server decides it.
    open var isMaximumDurationRestricted: Bool { true }

    /// The longest that a sample may last, in seconds.
    ///
    /// Differs from HealthKit: 366 days for every type, which is the server's default. The server
    /// may be set to another limit, and then refuses what is longer.
    open var maximumAllowedDuration: TimeInterval { 366 * 86400 }

    /// Whether samples of the type must last for a while: true for none.
    open var isMinimumDurationRestricted: Bool { false }

    /// The shortest that a sample may last, in seconds: always 0.
    open var minimumAllowedDuration: TimeInterval { 0 }

    /// Whether estimates of the type can be calibrated anew.
    ///
    /// Differs from HealthKit: false for every type, as the server estimates nothing.
    open var allowsRecalibrationForEstimates: Bool { false }
}

/// A type whose samples carry a case of an enumeration, such as sleep analysis.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
    let entry: CategoryType

    init(entry: CategoryType) {
        self.entry = entry
        super.init(identifier: entry.identifier)
    }

    /// Makes the type of an identifier; traps when there is none.
    public convenience init(_ identifier: HKCategoryTypeIdentifier) {
        guard case .category(let entry) = Catalogue.sampleType(identifier.rawValue) else {
            preconditionFailure("There is no category type \(identifier.rawValue).")
        }
        self.init(entry: entry)
    }
}

/// A type whose samples hold other samples, such as blood pressure.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
    let entry: CorrelationType

    init(entry: CorrelationType) {
        self.entry = entry
        super.init(identifier: entry.identifier)
    }

    /// Makes the type of an identifier; traps when there is none.
    public convenience init(_ identifier: HKCorrelationTypeIdentifier) {
        guard case .correlation(let entry) = Catalogue.sampleType(identifier.rawValue) else {
            preconditionFailure("There is no correlation type \(identifier.rawValue).")
        }
        self.init(entry: entry)
    }
}

/// The type of workouts; there is only one.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {
    init() {
        super.init(identifier: HKWorkoutTypeIdentifier)
    }
}
#endif
