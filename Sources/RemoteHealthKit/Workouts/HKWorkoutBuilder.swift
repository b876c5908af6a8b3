#if !canImport(HealthKit)
public import Foundation
import Synchronization

/// Builds a workout while it happens.
///
/// Begin collecting, add samples, events and metadata, end collecting, finish. Whatever is done out
/// of this order fails with `errorInvalidArgument`.
///
/// Differs from HealthKit: samples are on the server when the workout is finished, not before, all
/// of it together or not at all (up to 10,000 samples). So a builder that is discarded leaves
/// nothing, and the right to save a type is looked at when finishing. Totals and statistics are
/// sums over the samples that were added, and none hides another.
// Sendable: the recording is behind a lock, the configuration is a copy that nobody changes.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
    /// The device the workout is recorded with.
    public let device: HKDevice?
    private let store: HKHealthStore
    private let configuration: HKWorkoutConfiguration
    private let recording = Mutex(WorkoutRecording())

    /// Makes a builder of a workout that has not begun.
    public init(
        healthStore: HKHealthStore,
        configuration: HKWorkoutConfiguration,
        device: HKDevice?
    ) {
        store = healthStore
        self.configuration =
            configuration.copy() as? HKWorkoutConfiguration ?? HKWorkoutConfiguration()
        self.device = device
        super.init()
    }

    // MARK: What there is

    /// What is to be done, and where; a copy.
    open var workoutConfiguration: HKWorkoutConfiguration {
        configuration.copy() as? HKWorkoutConfiguration ?? configuration
    }

    /// When collecting began; nil before.
    open var startDate: Date? { recording.withLock { $0.start } }
    /// When collecting ended; nil before.
    open var endDate: Date? { recording.withLock { $0.end } }
    /// The metadata that was added.
    open var metadata: [String: Any] {
        recording.withLock { $0.metadata }.dictionary ?? [:]
    }
    /// The events that were added.
    open var workoutEvents: [HKWorkoutEvent] { recording.withLock { $0.events } }
    /// The parts that were added.
    open var workoutActivities: [HKWorkoutActivity] { recording.withLock { $0.activities } }
    /// The statistics of each type of which samples were added.
    open var allStatistics: [HKQuantityType: HKStatistics] {
        recording.withLock { $0 }.statistics
    }

    /// The statistics of a type; nil where no samples of it were added.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        allStatistics[quantityType]
    }

    /// The seconds of activity up to a time, pauses left out.
    open func elapsedTime(at date: Date) -> TimeInterval {
        let recording = recording.withLock { $0 }
        guard let start = recording.start, start <= date else { return 0 }
        let end = min(date, recording.end ?? date)
        // The workout's own rule for pauses, applied to what has happened so far.
        return HKWorkout(
            activityType: configuration.activityType,
            start: start,
            end: max(start, end),
            duration: nil,
            events: recording.events.filter { $0.date <= end }
        ).duration
    }

    // MARK: Building

    /// Begins collecting.
    @preconcurrency
    open func beginCollection(
        withStart startDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(completion) { try $0.begin(at: startDate) }
    }

    /// Adds samples.
    @preconcurrency
    open func add(
        _ samples: [HKSample],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(completion) { try $0.add(samples) }
    }

    /// Adds events.
    @preconcurrency
    open func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(completion) { try $0.add(workoutEvents) }
    }

    /// Adds metadata; a later value of a key takes the place of an earlier one.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = SampleMetadata(checking: metadata)
        change(completion) { try $0.add(metadata) }
    }

    /// Adds a part of a workout of several activities.
    @preconcurrency
    open func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(completion) { try $0.add(workoutActivity) }
    }

    /// Ends collecting; what belongs to the workout may still be added.
    @preconcurrency
    open func endCollection(
        withEnd endDate: Date,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        change(completion) { try $0.end(at: endDate) }
    }

    /// Saves the workout with its samples, and calls the handler with it.
    @preconcurrency
    open func finishWorkout(
        completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void
    ) {
        let finishing = finishing()
        Task {
            switch await finishing.saving.result {
            case .success: HandlerQueue.run { completion(finishing.workout, nil) }
            case .failure(let error): HandlerQueue.run { completion(nil, error) }
            }
        }
    }

    /// Gives the workout up, with everything that was added.
    open func discardWorkout() {
        recording.withLock { $0.discard() }
    }
}

/// The steps.
extension HKWorkoutBuilder {
    /// Changes the recording.
    func change(_ body: (inout WorkoutRecording) throws -> Void) throws {
        try recording.withLock { recording in try body(&recording) }
    }

    private func change(
        _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ body: (inout WorkoutRecording) throws -> Void
    ) {
        do {
            try change(body)
            HandlerQueue.run { completion(true, nil) }
        } catch {
            HandlerQueue.run { completion(false, error) }
        }
    }

    /// Begins to save the workout, which is nil where it cannot be.
    func finishing() -> (workout: HKWorkout?, saving: Task<Int, any Error>) {
        let server = store.server
        do {
            let finished = try recording.withLock { recording in
                try recording.finish()
                return recording
            }
            let workout = finished.workout(configuration, on: device)
            var objects: [HKObject] = finished.samples
            if let workout { objects.append(workout) }
            let saving = server.saving(objects)
            let task = Task {
                do {
                    return try await saving.value
                } catch {
                    self.recording.withLock { $0.reopen() }
                    throw error
                }
            }
            return (workout, task)
        } catch {
            return (nil, Task { throw error })
        }
    }
}
#endif
