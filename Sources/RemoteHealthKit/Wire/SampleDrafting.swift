#if !canImport(HealthKit)
import Foundation
import HealthModel

/// Gives a sample as the server takes it.
///
/// Times carry the offset of the zone in the metadata, and an unknown one where there is none: the
/// zone of this computer says nothing about where a sample was recorded. An object that was just
/// made has no source, for which the server puts the client.
///
/// - Throws: `HKError` with `errorInvalidArgument` for dates and numbers that no sample can have.
func draft(of sample: HKSample) throws -> SampleDraft {
    let zone = sample.content.zone
    return SampleDraft(
        uuid: SampleID(sample.uuid),
        type: sample.sampleType.identifier,
        start: try sample.startDate.zoned(zone),
        end: try sample.endDate.zoned(zone),
        content: try content(of: sample, zone),
        source: sample.revision.map(SourceRevision.init),
        device: sample.device?.facts,
        metadata: try sample.content.wire()
    )
}

private func content(of sample: HKSample, _ zone: Zone?) throws -> DraftContent {
    switch sample {
    case let sample as HKQuantitySample:
        let quantity = sample.quantity
        return .quantity(value: try quantity.value.checked(), unit: quantity.unit.unitString)
    case let sample as HKCategorySample:
        return .category(.raw(sample.value))
    case let sample as HKCorrelation:
        let objects = sample.objects.sorted { SampleID($0.uuid) < SampleID($1.uuid) }
        return .correlation(try objects.map(draft(of:)))
    case let sample as HKWorkout:
        return .workout(try workout(sample, zone))
    default:
        throw HKError(.errorInvalidArgument, "The server keeps no \(type(of: sample)).")
    }
}

private func workout(_ workout: HKWorkout, _ zone: Zone?) throws -> WorkoutDraft {
    WorkoutDraft(
        activityType: .raw(Int(workout.workoutActivityType.rawValue)),
        duration: try workout.duration.checked(),
        totalEnergyBurned: try workout.totals.energy?.draft(),
        totalDistance: try workout.totals.distance?.draft(),
        totalSwimmingStrokeCount: try workout.totals.strokes?.draft(),
        totalFlightsClimbed: try workout.totals.flights?.draft(),
        events: try (workout.workoutEvents ?? []).map { try $0.draft(zone) },
        activities: try workout.workoutActivities.map { try $0.draft(zone) }
    )
}

extension HKWorkoutEvent {
    /// The event as the server takes it; without an end where it is one instant.
    fileprivate func draft(_ zone: Zone?) throws -> WorkoutEventDraft {
        WorkoutEventDraft(
            type: .raw(type.rawValue),
            start: try dateInterval.start.zoned(zone),
            end: dateInterval.duration > 0 ? try dateInterval.end.zoned(zone) : nil,
            metadata: try content.wire()
        )
    }
}

extension HKWorkoutActivity {
    /// The activity as the server takes it.
    fileprivate func draft(_ zone: Zone?) throws -> WorkoutActivityDraft {
        WorkoutActivityDraft(
            uuid: SampleID(uuid),
            activityType: .raw(Int(activityType.rawValue)),
            start: try startDate.zoned(zone),
            end: try endDate?.zoned(zone),
            duration: try duration.checked(),
            metadata: try content.wire()
        )
    }
}

extension HKQuantity {
    fileprivate func draft() throws -> QuantityDraft {
        QuantityDraft(value: try value.checked(), unit: unit.unitString)
    }
}

extension SourceRevision {
    fileprivate init(_ revision: HKSourceRevision) {
        self.init(
            bundleIdentifier: revision.source.bundleIdentifier,
            name: revision.source.name,
            version: revision.version,
            productType: revision.productType,
            operatingSystemVersion: revision.systemVersion
        )
    }
}

extension Date {
    fileprivate func zoned(_ zone: Zone?) throws -> ZonedInstant {
        let instant = try instant()
        return zone?.zoned(instant) ?? ZonedInstant(instant, offsetInMinutes: nil)
    }
}
#endif
