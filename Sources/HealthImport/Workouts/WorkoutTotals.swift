import HealthModel

/// What was burned, covered and counted over a whole workout.
struct WorkoutTotals {
    /// What is added up.
    enum Kind: CaseIterable {
        case energyBurned, distance, swimmingStrokes, flightsClimbed
    }

    private var sums: [Kind: QuantityDraft] = [:]

    /// The sum of a kind, if there is any.
    subscript(kind: Kind) -> QuantityDraft? { sums[kind] }

    /// Adds an amount; the sum is in the unit of the first one.
    ///
    /// A workout of several sports has several distances. An amount whose unit cannot be converted
    /// is left out.
    mutating func add(_ amount: QuantityDraft, to kind: Kind) {
        guard let sum = sums[kind] else {
            sums[kind] = amount
            return
        }
        guard let value = amount.value(in: sum.unit) else { return }
        sums[kind] = QuantityDraft(value: sum.value + value, unit: sum.unit)
    }
}

extension WorkoutTotals.Kind {
    /// The kind that a type of statistics belongs to; nil for types that are no totals.
    init?(type: String) {
        switch type {
        case "HKQuantityTypeIdentifierActiveEnergyBurned": self = .energyBurned
        case "HKQuantityTypeIdentifierSwimmingStrokeCount": self = .swimmingStrokes
        case "HKQuantityTypeIdentifierFlightsClimbed": self = .flightsClimbed
        case let type where type.hasPrefix("HKQuantityTypeIdentifierDistance"): self = .distance
        default: return nil
        }
    }

    /// The attributes that older exports print a total and its unit in.
    var attributes: (value: Word, unit: Word) {
        switch self {
        case .energyBurned: (.totalEnergyBurned, .totalEnergyBurnedUnit)
        case .distance: (.totalDistance, .totalDistanceUnit)
        case .swimmingStrokes: (.totalSwimmingStrokeCount, .totalSwimmingStrokeCountUnit)
        case .flightsClimbed: (.totalFlightsClimbed, .totalFlightsClimbedUnit)
        }
    }
}

extension QuantityDraft {
    /// The number in another unit; nil where one of them is no unit or they measure other things.
    func value(in unit: String) -> Double? {
        if unit == self.unit { return value }
        guard let own = try? HealthModel.Unit(parsing: self.unit),
            let other = try? HealthModel.Unit(parsing: unit)
        else { return nil }
        return try? own.convert(value, to: other)
    }
}
