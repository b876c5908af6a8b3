import Foundation
import HealthModel
import TestSupport

@testable import RemoteHealthKit

/// A sample in plain words, from which the store's is made: what an oracle looks at.
struct RecordedSample: Sendable {
    /// The kinds of samples, each of one type.
    enum Kind: CaseIterable, Sendable {
        case heartRate
        case sleep
        case workout

        /// The type.
        var type: HKSampleType {
            switch self {
            case .heartRate: HKQuantityType(.heartRate)
            case .sleep: HKCategoryType(.sleepAnalysis)
            case .workout: .workoutType()
            }
        }
    }

    let uuid: UUID
    let kind: Kind
    /// Minutes after the beginning of the test's time.
    let start: Int
    let end: Int
    /// Beats in a minute, a value of sleep analysis, or an activity.
    let value: Int
    /// Minutes of activity and metres; of workouts.
    let duration: Int
    let distance: Int?
    let bundle: String
    let product: String
    let version: String
    let deviceName: String?
    let isHandEntered: Bool?
    let note: String?
    let laps: Int?

    /// The beginning of the test's time.
    static let epoch = Date(timeIntervalSince1970: 1_780_000_000)

    /// What samples are chosen from.
    static let bundles = ["com.example.app", "org.example.watch"]
    static let products = ["Phone1,1", "Watch1,1"]
    static let versions = ["1", "2"]
    static let deviceNames = ["left", "right"]
    static let notes = ["after lunch", "after tea", "before lunch"]

    /// A date of the test's time.
    static func date(_ minutes: Int) -> Date { epoch.addingTimeInterval(Double(minutes) * 60) }

    /// A sample at random.
    static func random(_ kind: Kind, using generator: inout SeededGenerator) -> RecordedSample {
        let start = Int.random(in: 0...12, using: &generator)
        let values: ClosedRange<Int>
        switch kind {
        case .heartRate: values = 50...60
        case .sleep: values = 0...5
        case .workout: values = 35...39
        }
        return RecordedSample(
            uuid: UUID(SampleID(bits: UInt128(generator.next()) << 64 | UInt128(generator.next()))),
            kind: kind,
            start: start,
            end: start + Int.random(in: 0...6, using: &generator),
            value: Int.random(in: values, using: &generator),
            duration: Int.random(in: 1...6, using: &generator),
            distance: Bool.random(using: &generator)
                ? Int.random(in: 1...6, using: &generator) * 1000 : nil,
            bundle: pick(bundles, &generator),
            product: pick(products, &generator),
            version: pick(versions, &generator),
            deviceName: pick(deviceNames + [nil], &generator),
            isHandEntered: pick([true, false, nil], &generator),
            note: pick(notes + [nil], &generator),
            laps: pick([1, 2, 3, nil], &generator)
        )
    }

    static func pick<Value>(_ values: [Value], _ generator: inout SeededGenerator) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }
}

extension RecordedSample {
    /// The source's name is the bundle's, as the server keeps it.
    static func source(_ bundle: String, _ product: String) -> HKSource {
        HKSource(name: bundle, bundleIdentifier: bundle, productType: product)
    }

    static func device(_ name: String) -> HKDevice { HKDevice(facts: Device(name: name)) }

    /// The store's sample.
    var sample: HKSample {
        let facts = ObjectFacts(
            uuid: uuid,
            revision: HKSourceRevision(
                source: Self.source(bundle, product),
                version: version,
                productType: product,
                systemVersion: nil
            ),
            device: deviceName.map { Self.device($0) },
            metadata: SampleMetadata(checking: metadata)
        )
        let (start, end) = (Self.date(start), Self.date(end))
        switch kind {
        case .heartRate:
            return HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: Double(value)),
                start: start,
                end: end,
                facts: facts
            )
        case .sleep:
            return HKCategorySample(
                type: HKCategoryType(.sleepAnalysis),
                value: value,
                start: start,
                end: end,
                facts: facts
            )
        case .workout:
            return HKWorkout(
                activityType: HKWorkoutActivityType(rawValue: UInt(value)) ?? .other,
                start: start,
                end: end,
                duration: Double(duration * 60),
                totals: WorkoutTotals(
                    distance: distance.map { HKQuantity(unit: .meter(), doubleValue: Double($0)) }
                ),
                facts: facts
            )
        }
    }

    private var metadata: [String: Any] {
        var metadata: [String: Any] = [:]
        metadata[HKMetadataKeyWasUserEntered] = isHandEntered
        metadata["note"] = note
        metadata["laps"] = laps
        return metadata
    }

    /// The sample as it is pushed.
    func draft() throws -> SampleDraft {
        var draft = try RemoteHealthKit.draft(of: sample)
        draft.source = SourceRevision(
            bundleIdentifier: bundle,
            name: bundle,
            version: version,
            productType: product
        )
        return draft
    }
}
