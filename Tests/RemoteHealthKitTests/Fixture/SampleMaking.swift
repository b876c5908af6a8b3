import Foundation

@testable import RemoteHealthKit

/// The time that samples of tests begin at: a Friday noon in UTC, long ago.
let noon = Date(timeIntervalSince1970: 1_700_222_400)

/// Steps of one minute, some minutes after noon.
func steps(
    _ count: Double,
    minute: Int = 0,
    metadata: [String: Any]? = nil
) -> HKQuantitySample {
    let start = noon.addingTimeInterval(Double(minute) * 60)
    return HKQuantitySample(
        type: HKQuantityType(.stepCount),
        quantity: HKQuantity(unit: .count(), doubleValue: count),
        start: start,
        end: start.addingTimeInterval(60),
        metadata: metadata
    )
}

/// A body mass at noon.
func bodyMass(_ kilograms: Double, metadata: [String: Any]? = nil) -> HKQuantitySample {
    HKQuantitySample(
        type: HKQuantityType(.bodyMass),
        quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: kilograms),
        start: noon,
        end: noon,
        metadata: metadata
    )
}

/// Gives the `HKError` that a call fails with; nil where it fails with another one, or not.
func failure(_ call: () async throws -> Void) async -> HKError? {
    do {
        try await call()
        return nil
    } catch {
        return error as? HKError
    }
}
