import Foundation
import HealthModel

@testable import RemoteHealthKit

/// The step count type.
let steps = HKQuantityType(.stepCount)

/// Makes a sample of steps, as a program does.
func stepSample(
    _ count: Double,
    from start: Date,
    for seconds: TimeInterval = 60,
    metadata: [String: Any]? = nil
) -> HKQuantitySample {
    HKQuantitySample(
        type: steps,
        quantity: HKQuantity(unit: .count(), doubleValue: count),
        start: start,
        end: start.addingTimeInterval(seconds),
        metadata: metadata
    )
}

/// Makes a draft of steps of any source, as an operator pushes them.
func stepDraft(
    _ count: Double,
    from start: Date,
    for seconds: TimeInterval = 60,
    bundle: String = "org.example.phone",
    device: String? = nil,
    isHandEntered: Bool = false
) -> SampleDraft {
    let end = Instant(nearest: start.addingTimeInterval(seconds))
    return SampleDraft(
        type: "stepCount",
        start: ZonedInstant(Instant(nearest: start), offsetInMinutes: 0),
        end: ZonedInstant(end, offsetInMinutes: 0),
        value: count,
        unit: "count",
        source: SourceRevision(bundleIdentifier: bundle, name: bundle),
        device: device.map { Device(name: $0) },
        metadata: isHandEntered ? [HKMetadataKeyWasUserEntered: .boolean(true)] : [:]
    )
}

/// Reads a date as RFC 3339 spells it; the epoch for text that is none.
func date(_ text: String) -> Date {
    Date(RFC3339.parse(text)?.instant ?? Instant(microseconds: 0))
}

extension HKQuantity {
    /// The number of a count.
    var count: Double { doubleValue(for: .count()) }
}
