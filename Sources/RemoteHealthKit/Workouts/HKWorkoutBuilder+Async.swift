#if !canImport(HealthKit)
public import Foundation

/// The same with `async`.
///
/// - Throws: `HKError` with `errorInvalidArgument` for what is done out of order.
extension HKWorkoutBuilder {
    /// Begins collecting.
    public func beginCollection(at startDate: Date) async throws {
        try change { try $0.begin(at: startDate) }
    }

    /// Adds samples.
    public func addSamples(_ samples: [HKSample]) async throws {
        try change { try $0.add(samples) }
    }

    /// Adds events.
    public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
        try change { try $0.add(workoutEvents) }
    }

    /// Adds metadata; a later value of a key takes the place of an earlier one.
    public func addMetadata(_ metadata: [String: Any]) async throws {
        let metadata = SampleMetadata(checking: metadata)
        try change { try $0.add(metadata) }
    }

    /// Adds a part of a workout of several activities.
    public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
        try change { try $0.add(workoutActivity) }
    }

    /// Ends collecting; what belongs to the workout may still be added.
    public func endCollection(at endDate: Date) async throws {
        try change { try $0.end(at: endDate) }
    }

    /// Saves the workout with its samples.
    ///
    /// After a failure it may be tried again.
    ///
    /// - Throws: As `HKHealthStore.save(_:)`.
    @discardableResult
    public func finishWorkout() async throws -> HKWorkout? {
        let finishing = finishing()
        _ = try await finishing.saving.value
        return finishing.workout
    }
}
#endif
