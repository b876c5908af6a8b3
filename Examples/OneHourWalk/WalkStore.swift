import Foundation
import RemoteHealthKit

/// Reads a height, saves a walk, and looks at the day's distance as the Health app does.
struct WalkStore: Sendable {
    private let healthStore = HKHealthStore()
    private let height = HKQuantityType(.height)
    private let distance = HKQuantityType(.distanceWalkingRunning)

    /// Asks to share the distance and to read it and the height.
    func requestAuthorization() async throws {
        try await healthStore.requestAuthorization(toShare: [distance], read: [height, distance])
    }

    /// The most recent height in metres; nil where there is none to be seen.
    func heightInMeters() async throws -> Double? {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: height)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
            limit: 1
        )
        return try await descriptor.result(for: healthStore).first?
            .quantity.doubleValue(for: .meter())
    }

    /// Saves how far a walk went, in miles, at the instant at which it ended.
    func save(_ walk: Walk) async throws {
        let sample = HKQuantitySample(
            type: distance,
            quantity: HKQuantity(unit: .mile(), doubleValue: walk.miles),
            start: walk.end,
            end: walk.end
        )
        try await healthStore.save(sample)
    }

    /// The distance of the day of an instant: what each source measured, and all of them together.
    func distance(onDayOf date: Date) async throws -> DayDistance {
        let day = Calendar.current.dateInterval(of: .day, for: date)
        let samples = HKSamplePredicate.quantitySample(
            type: distance,
            predicate: HKQuery.predicateForSamples(
                withStart: day?.start,
                end: day?.end,
                options: .strictStartDate
            )
        )
        let bySource = HKStatisticsQueryDescriptor(
            predicate: samples,
            options: [.cumulativeSum, .separateBySource]
        )
        do {
            return DayDistance(try await bySource.result(for: healthStore))
        } catch HKError.errorNoData {
            return DayDistance(nil)
        }
    }
}
