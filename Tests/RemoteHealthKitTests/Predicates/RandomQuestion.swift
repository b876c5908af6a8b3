import Foundation
import TestSupport

@testable import RemoteHealthKit

/// A predicate, and the same question asked of samples in plain words.
struct RandomQuestion {
    /// What HealthKit is asked.
    let predicate: NSPredicate
    /// The oracle.
    let matches: (RecordedSample) -> Bool

    /// A question at random, some of several parts.
    init(
        about samples: [RecordedSample],
        depth: Int = 3,
        using generator: inout SeededGenerator
    ) {
        let kind = depth == 0 ? 0 : Int.random(in: 0...5, using: &generator)
        if kind < 3 {
            self.init(leafAbout: samples, using: &generator)
            return
        }
        let count = kind == 3 ? 1 : Int.random(in: 0...3, using: &generator)
        let parts = (0..<count).map { _ in
            RandomQuestion(about: samples, depth: depth - 1, using: &generator)
        }
        let type: NSCompoundPredicate.LogicalType = kind == 3 ? .not : kind == 4 ? .and : .or
        self.init(
            NSCompoundPredicate(type: type, subpredicates: parts.map(\.predicate))
        ) { sample in
            switch type {
            case .not: !parts[0].matches(sample)
            case .and: parts.allSatisfy { $0.matches(sample) }
            case .or: parts.contains { $0.matches(sample) }
            }
        }
    }

    private init(_ predicate: NSPredicate, _ matches: @escaping (RecordedSample) -> Bool) {
        self.predicate = predicate
        self.matches = matches
    }

    private init(leafAbout samples: [RecordedSample], using generator: inout SeededGenerator) {
        switch Int.random(in: 0...9, using: &generator) {
        case 0, 1, 2: self = .range(&generator)
        case 3: self = .identity(samples, &generator)
        case 4: self = .origin(&generator)
        case 5: self = .device(&generator)
        case 6, 7: self = .metadata(&generator)
        case 8: self = .value(&generator)
        default: self = .constant(&generator)
        }
    }
}

extension RandomQuestion {
    private static func range(_ generator: inout SeededGenerator) -> RandomQuestion {
        let first = Int.random(in: 0...18, using: &generator)
        let start: Int? = Int.random(in: 0...4, using: &generator) == 0 ? nil : first
        let length = Int.random(in: 0...8, using: &generator)
        let end: Int? = Int.random(in: 0...4, using: &generator) == 0 ? nil : first + length
        let strictStart = Bool.random(using: &generator)
        let strictEnd = Bool.random(using: &generator)
        var options: HKQueryOptions = []
        if strictStart { options.insert(.strictStartDate) }
        if strictEnd { options.insert(.strictEndDate) }
        let predicate = HKQuery.predicateForSamples(
            withStart: start.map { RecordedSample.date($0) },
            end: end.map { RecordedSample.date($0) },
            options: options
        )
        return RandomQuestion(predicate) { sample in
            let (low, high) = (start ?? .min, end ?? .max)
            let starts = low <= sample.start && sample.start < high
            let ends = low <= sample.end && sample.end < high
            if strictStart && strictEnd { return starts && ends }
            if strictStart { return starts }
            if strictEnd { return ends }
            return sample.end >= low && sample.start < high
        }
    }

    private static func identity(
        _ samples: [RecordedSample],
        _ generator: inout SeededGenerator
    ) -> RandomQuestion {
        let chosen = Set(samples.filter { _ in Bool.random(using: &generator) }.map(\.uuid))
        let few = Set(chosen.sorted { $0.uuidString < $1.uuidString }.prefix(5))
        let identifiers = Bool.random(using: &generator) ? few : chosen
        return RandomQuestion(HKQuery.predicateForObjects(with: identifiers)) {
            identifiers.contains($0.uuid)
        }
    }

    private static func origin(_ generator: inout SeededGenerator) -> RandomQuestion {
        let bundle = RecordedSample.pick(RecordedSample.bundles, &generator)
        let product = RecordedSample.pick(RecordedSample.products, &generator)
        let source = RecordedSample.source(bundle, product)
        guard Bool.random(using: &generator) else {
            return RandomQuestion(HKQuery.predicateForObjects(from: [source])) {
                $0.bundle == bundle && $0.product == product
            }
        }
        let version = RecordedSample.pick(RecordedSample.versions, &generator)
        let revision = HKSourceRevision(source: source, version: version)
        return RandomQuestion(HKQuery.predicateForObjects(from: [revision])) {
            $0.bundle == bundle && $0.product == product && $0.version == version
        }
    }

    private static func device(_ generator: inout SeededGenerator) -> RandomQuestion {
        let name = RecordedSample.pick(RecordedSample.deviceNames, &generator)
        let predicate =
            Bool.random(using: &generator)
            ? HKQuery.predicateForObjects(from: [RecordedSample.device(name)])
            : HKQuery.predicateForObjects(
                withDeviceProperty: HKDevicePropertyKeyName,
                allowedValues: [name]
            )
        return RandomQuestion(predicate) { $0.deviceName == name }
    }

    private static func metadata(_ generator: inout SeededGenerator) -> RandomQuestion {
        let note = RecordedSample.pick(RecordedSample.notes, &generator)
        let laps = Int.random(in: 0...4, using: &generator)
        switch Int.random(in: 0...7, using: &generator) {
        case 0:
            return RandomQuestion(HKQuery.predicateForObjects(withMetadataKey: "note")) {
                $0.note != nil
            }
        case 1:
            let notes = [note, "after tea"]
            return RandomQuestion(
                HKQuery.predicateForObjects(withMetadataKey: "note", allowedValues: notes)
            ) { $0.note.map { notes.contains($0) } ?? false }
        case 2:
            let key = HKMetadataKeyWasUserEntered
            return RandomQuestion(
                HKQuery.predicateForObjects(
                    withMetadataKey: key,
                    operatorType: .notEqualTo,
                    value: true
                )
            ) { $0.isHandEntered != true }
        case 3:
            let key = HKMetadataKeyWasUserEntered
            return RandomQuestion(
                HKQuery.predicateForObjects(
                    withMetadataKey: key,
                    operatorType: .equalTo,
                    value: true
                )
            ) { $0.isHandEntered == true }
        case 4:
            return RandomQuestion(
                HKQuery.predicateForObjects(
                    withMetadataKey: "laps",
                    operatorType: .lessThanOrEqualTo,
                    value: laps
                )
            ) { $0.laps.map { $0 <= laps } ?? false }
        case 5:
            return RandomQuestion(
                HKQuery.predicateForObjects(
                    withMetadataKey: "laps",
                    operatorType: .between,
                    value: [laps, laps + 1]
                )
            ) { $0.laps.map { (laps...laps + 1).contains($0) } ?? false }
        case 6:
            return RandomQuestion(
                HKQuery.predicateForObjects(
                    withMetadataKey: "note",
                    operatorType: .beginsWith,
                    value: "after"
                )
            ) { $0.note?.hasPrefix("after") ?? false }
        default:
            return RandomQuestion(
                HKQuery.predicateForObjects(
                    withMetadataKey: "note",
                    operatorType: .notEqualTo,
                    value: note
                )
            ) { $0.note != note }
        }
    }

    private static func value(_ generator: inout SeededGenerator) -> RandomQuestion {
        let number = Int.random(in: 0...6, using: &generator)
        switch Int.random(in: 0...5, using: &generator) {
        case 0:
            // Half a beat beside whole ones, so that the units' rounding decides nothing.
            let beats = HKQuantity(
                unit: HKUnit(from: "count/s"),
                doubleValue: (Double(50 + number) + 0.5) / 60
            )
            return RandomQuestion(
                HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: beats)
            ) { $0.kind == .heartRate && $0.value > 50 + number }
        case 1:
            return RandomQuestion(
                HKQuery.predicateForCategorySamples(with: .equalTo, value: number)
            ) { $0.kind == .sleep && $0.value == number }
        case 2:
            let values: Set<HKCategoryValueSleepAnalysis> = [.awake, .asleepCore]
            return RandomQuestion(
                HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: values)
            ) { $0.kind == .sleep && [2, 3].contains($0.value) }
        case 3:
            let activity = HKWorkoutActivityType(rawValue: UInt(34 + number)) ?? .other
            return RandomQuestion(HKQuery.predicateForWorkouts(with: activity)) {
                $0.kind == .workout && $0.value == 34 + number
            }
        case 4:
            return RandomQuestion(
                HKQuery.predicateForWorkouts(with: .lessThan, duration: Double(number * 60))
            ) { $0.kind == .workout && $0.duration < number }
        default:
            let distance = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: Double(number))
            return RandomQuestion(
                HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, totalDistance: distance)
            ) { $0.kind == .workout && $0.distance.map { $0 >= number * 1000 } ?? false }
        }
    }

    private static func constant(_ generator: inout SeededGenerator) -> RandomQuestion {
        let value = Bool.random(using: &generator)
        if Bool.random(using: &generator) {
            return RandomQuestion(NSPredicate(value: value)) { _ in value }
        }
        let minute = Int.random(in: 0...12, using: &generator)
        let limit = RecordedSample.date(minute)
        let block = NSPredicate { object, _ in
            (object as? HKSample).map { $0.startDate < limit } ?? false
        }
        return RandomQuestion(block) { $0.start < minute }
    }
}
