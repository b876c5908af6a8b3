import RemoteHealthKit

/// What hardly ever changes about a person.
struct Characteristics: Sendable {
    /// In whole years; nil where no date of birth can be read.
    var age: Int?
    /// `notSet` where it cannot be read, too.
    var biologicalSex: HKBiologicalSex
    /// `notSet` where it cannot be read, too.
    var bloodType: HKBloodType
}

/// A height and a weight, of which either may be missing.
struct BodyMeasures: Sendable {
    /// Nil where there is none.
    var heightInMeters: Double?
    /// Nil where there is none.
    var weightInKilograms: Double?

    /// Weight by the square of height; nil unless both are there.
    var bodyMassIndex: Double? {
        guard let heightInMeters, heightInMeters > 0, let weightInKilograms else { return nil }
        return weightInKilograms / (heightInMeters * heightInMeters)
    }
}

extension HKBiologicalSex {
    /// The word for it.
    var title: String {
        switch self {
        case .female: "female"
        case .male: "male"
        case .other: "other"
        default: "not set"
        }
    }
}

extension HKBloodType {
    /// The sign for it.
    var title: String {
        switch self {
        case .aPositive: "A+"
        case .aNegative: "A-"
        case .bPositive: "B+"
        case .bNegative: "B-"
        case .abPositive: "AB+"
        case .abNegative: "AB-"
        case .oPositive: "O+"
        case .oNegative: "O-"
        default: "not set"
        }
    }
}
