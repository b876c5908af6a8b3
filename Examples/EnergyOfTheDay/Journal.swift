import Foundation
import RemoteHealthKit

/// What the person weighs and eats, as the health store has it.
struct Journal: Sendable {
    private let healthStore = HKHealthStore()
    private let bodyMass = HKQuantityType(.bodyMass)
    private let energyEaten = HKQuantityType(.dietaryEnergyConsumed)
    private let biologicalSex = HKCharacteristicType(.biologicalSex)

    /// Asks to share weight and energy eaten, and to read them and the sex.
    func requestAuthorization() async throws {
        try await healthStore.requestAuthorization(
            toShare: [bodyMass, energyEaten],
            read: [bodyMass, energyEaten, biologicalSex]
        )
    }

    /// The person's sex; `notSet` where they have not said, or do not let the app know.
    func sex() throws -> HKBiologicalSex {
        try healthStore.biologicalSex().biologicalSex
    }

    /// Saves a weight in grams, as a kitchen scale would have it.
    func saveWeight(inGrams grams: Double, date: Date) async throws {
        let quantity = HKQuantity(unit: .gram(), doubleValue: grams)
        try await healthStore.save(
            HKQuantitySample(type: bodyMass, quantity: quantity, start: date, end: date)
        )
    }

    /// The most recent weight in kilograms; nil where there is none to be seen.
    func weightInKilograms() async throws -> Double? {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: bodyMass)],
            sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
            limit: 1
        )
        return try await descriptor.result(for: healthStore).first?
            .quantity.doubleValue(for: .gramUnit(with: .kilo))
    }

    /// Sums the energy eaten from one instant to another, in joules.
    func energyEaten(in interval: DateInterval) async throws -> Double {
        let meals = HKQuery.predicateForSamples(
            withStart: interval.start,
            end: interval.end,
            options: .strictStartDate
        )
        let sum = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: energyEaten, predicate: meals),
            options: .cumulativeSum
        )
        do {
            let statistics = try await sum.result(for: healthStore)
            return statistics?.sumQuantity()?.doubleValue(for: .joule()) ?? 0
        } catch HKError.errorNoData {
            return 0
        }
    }
}
