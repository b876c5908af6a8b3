#if !canImport(HealthKit)
import Foundation
import HealthModel

@testable import RemoteHealthKit

/// Makes samples of every kind, the same ones for the same generator.
struct RandomSamples<Generator: RandomNumberGenerator> {
    var generator: Generator

    /// A sample of any kind.
    mutating func sample() -> HKSample {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: quantity(Catalogue.quantityTypes.randomElement(using: &generator))
        case 2, 3: category()
        case 4: correlation()
        default: workout()
        }
    }

    private mutating func quantity(_ entry: QuantityType?) -> HKQuantitySample {
        let type = HKQuantityType(entry: entry ?? Catalogue.quantityTypes[0])
        let (start, end) = span()
        let quantity = HKQuantity(
            unit: type.canonicalUnit,
            doubleValue: .random(in: 0...1e4, using: &generator)
        )
        return HKQuantitySample(
            type: type,
            quantity: quantity,
            start: start,
            end: end,
            facts: facts()
        )
    }

    private mutating func category() -> HKCategorySample {
        let index = Int.random(in: 0..<Catalogue.categoryTypes.count, using: &generator)
        let type = HKCategoryType(entry: Catalogue.categoryTypes[index])
        let values = type.entry.values.keys.sorted()
        let (start, end) = span()
        return HKCategorySample(
            type: type,
            value: values.randomElement(using: &generator) ?? 0,
            start: start,
            end: end,
            facts: facts()
        )
    }

    private mutating func correlation() -> HKCorrelation {
        let food = Catalogue.quantityTypes.filter { $0.identifier.contains("Dietary") }
        var objects: Set<HKSample> = []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            objects.insert(quantity(food.randomElement(using: &generator)))
        }
        let (start, end) = span()
        return HKCorrelation(
            type: HKCorrelationType(.food),
            start: start,
            end: end,
            objects: objects,
            facts: facts()
        )
    }

    private mutating func workout() -> HKWorkout {
        let (start, end) = span()
        let count = Int.random(in: 0...3, using: &generator)
        return HKWorkout(
            activityType: activity(),
            start: start,
            end: end,
            duration: Bool.random(using: &generator) ? 1234.5 : nil,
            events: (0..<count).map { _ in event() },
            activities: (0..<count).map { _ in part() },
            totals: WorkoutTotals(
                energy: amount(.kilocalorie()),
                distance: amount(.mile()),
                strokes: amount(.count()),
                flights: amount(.count())
            ),
            facts: facts()
        )
    }

    private mutating func event() -> HKWorkoutEvent {
        let (start, end) = span()
        return HKWorkoutEvent(
            type: HKWorkoutEventType(rawValue: .random(in: 1...8, using: &generator)) ?? .lap,
            dateInterval: DateInterval(start: start, end: end),
            content: metadata()
        )
    }

    private mutating func part() -> HKWorkoutActivity {
        let (start, end) = span()
        return HKWorkoutActivity(
            uuid: uuid(),
            activityType: activity(),
            start: start,
            end: Bool.random(using: &generator) ? end : nil,
            duration: Bool.random(using: &generator) ? 99.25 : nil,
            content: metadata()
        )
    }

    private mutating func activity() -> HKWorkoutActivityType {
        HKWorkoutActivityType(rawValue: .random(in: 1...80, using: &generator)) ?? .other
    }

    private mutating func amount(_ unit: HKUnit) -> HKQuantity? {
        let value = Double.random(in: 0...5000, using: &generator)
        return Bool.random(using: &generator) ? HKQuantity(unit: unit, doubleValue: value) : nil
    }

    /// Two instants of the years 1970 to 2100, to the microsecond; sometimes the same.
    private mutating func span() -> (Date, Date) {
        let start = Int64.random(in: 0...4_102_444_800_000_000, using: &generator)
        let isInstant = Int.random(in: 0...3, using: &generator) == 0
        let length = isInstant ? 0 : Int64.random(in: 1...86_400_000_000, using: &generator)
        return (Date(Instant(microseconds: start)), Date(Instant(microseconds: start + length)))
    }

    private mutating func uuid() -> UUID {
        UUID(SampleID(bits: .random(in: 0 ... .max, using: &generator)))
    }

    private mutating func facts() -> ObjectFacts {
        let hasSource = Bool.random(using: &generator)
        let hasDevice = Bool.random(using: &generator)
        return ObjectFacts(
            uuid: uuid(),
            revision: hasSource ? revision() : nil,
            device: hasDevice ? HKDevice(facts: Device(name: text(), model: text())) : nil,
            metadata: metadata()
        )
    }

    private mutating func revision() -> HKSourceRevision {
        let productType = Bool.random(using: &generator) ? "Watch6,7" : nil
        return HKSourceRevision(
            source: HKSource(
                name: text(),
                bundleIdentifier: "com.example." + text(),
                productType: productType
            ),
            version: Bool.random(using: &generator) ? "1.2.3" : nil,
            productType: productType,
            systemVersion: Bool.random(using: &generator) ? "17.1.0" : nil
        )
    }

    private mutating func metadata() -> SampleMetadata {
        let speed = HKUnit(from: "m/s")
        let number = Double.random(in: -1e6...1e6, using: &generator)
        let (date, _) = span()
        let zones = ["Europe/Paris", "America/St_Johns", "Asia/Kathmandu", "UTC"]
        let all: [String: MetadataContent] = [
            HKMetadataKeyTimeZone: .string(zones.randomElement(using: &generator) ?? "UTC"),
            HKMetadataKeyWasUserEntered: .boolean(.random(using: &generator)),
            HKMetadataKeySyncVersion: .integer(.random(in: 0...1_000_000, using: &generator)),
            HKMetadataKeyAverageSpeed: .quantity(HKQuantity(unit: speed, doubleValue: number)),
            HKMetadataKeyDateOfEarliestDataUsedForEstimate: .date(date),
            HKMetadataKeyWeatherCondition: .integer(.random(in: 0...27, using: &generator)),
            HKMetadataKeyFoodType: .string(text()),
            "com.example.number": .init(number: number),
            "com.example.flag": .boolean(.random(using: &generator)),
            "com.example.text": .string(text()),
        ]
        // In the order of the keys, so that a seed always keeps the same ones.
        let kept = all.sorted { $0.key < $1.key }
            .filter { _ in Int.random(in: 0...2, using: &generator) == 0 }
        return SampleMetadata(Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) }))
    }

    private mutating func text() -> String {
        let words = ["a", "Élan", "\"quoted\"", "line\nbreak", "心拍", "12 km", "x y", "\\"]
        return words.randomElement(using: &generator) ?? "a"
    }
}
#endif
