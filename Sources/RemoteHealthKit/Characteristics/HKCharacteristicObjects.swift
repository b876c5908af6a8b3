#if !canImport(HealthKit)
public import Foundation

/// The biological sex of a person.
///
/// Unchecked, as the other classes here: nothing changes after `init`, which only this module calls.
open class HKBiologicalSexObject: NSObject, @unchecked Sendable {
    /// The sex; `notSet` where it is not known or may not be read.
    public let biologicalSex: HKBiologicalSex

    init(_ biologicalSex: HKBiologicalSex) {
        self.biologicalSex = biologicalSex
    }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
    }

    /// A hash of the value.
    open override var hash: Int { biologicalSex.hashValue }
}

/// The blood type of a person.
open class HKBloodTypeObject: NSObject, @unchecked Sendable {
    /// The blood type; `notSet` where it is not known or may not be read.
    public let bloodType: HKBloodType

    init(_ bloodType: HKBloodType) {
        self.bloodType = bloodType
    }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKBloodTypeObject)?.bloodType == bloodType
    }

    /// A hash of the value.
    open override var hash: Int { bloodType.hashValue }
}

/// The skin type of a person on Fitzpatrick's scale.
open class HKFitzpatrickSkinTypeObject: NSObject, @unchecked Sendable {
    /// The skin type; `notSet` where it is not known or may not be read.
    public let skinType: HKFitzpatrickSkinType

    init(_ skinType: HKFitzpatrickSkinType) {
        self.skinType = skinType
    }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
    }

    /// A hash of the value.
    open override var hash: Int { skinType.hashValue }
}

/// Whether a person uses a wheelchair.
open class HKWheelchairUseObject: NSObject, @unchecked Sendable {
    /// The use; `notSet` where it is not known or may not be read.
    public let wheelchairUse: HKWheelchairUse

    init(_ wheelchairUse: HKWheelchairUse) {
        self.wheelchairUse = wheelchairUse
    }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
    }

    /// A hash of the value.
    open override var hash: Int { wheelchairUse.hashValue }
}

/// What a person's move goal counts.
open class HKActivityMoveModeObject: NSObject, @unchecked Sendable {
    /// What counts; `activeEnergy` where it is not known or may not be read.
    public let activityMoveMode: HKActivityMoveMode

    init(_ activityMoveMode: HKActivityMoveMode) {
        self.activityMoveMode = activityMoveMode
    }

    /// Whether the other object says the same.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
    }

    /// A hash of the value.
    open override var hash: Int { activityMoveMode.hashValue }
}
#endif
