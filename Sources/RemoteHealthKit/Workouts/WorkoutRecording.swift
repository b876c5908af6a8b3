#if !canImport(HealthKit)
import Foundation

/// A workout while it is being built: what has been added, and what may be done next.
struct WorkoutRecording: Sendable {
    /// How far it has got.
    enum Phase: Sendable, Hashable {
        /// Nothing has begun.
        case ready
        /// Things are added.
        case collecting
        /// It has its end, and may still be added to.
        case ended
        /// It was saved, or is being saved.
        case finished
        /// It was given up.
        case discarded
    }

    /// How far it has got.
    private(set) var phase = Phase.ready
    /// When it began.
    private(set) var start: Date?
    /// When it ended.
    private(set) var end: Date?
    /// The samples, in the order they were added.
    private(set) var samples: [HKSample] = []
    /// What happened, in the order it was added.
    private(set) var events: [HKWorkoutEvent] = []
    /// Its parts, in the order they were added.
    private(set) var activities: [HKWorkoutActivity] = []
    /// Everything else.
    private(set) var metadata = SampleMetadata()

    /// Begins it.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, as everything here, when it has begun.
    mutating func begin(at date: Date) throws {
        guard phase == .ready else { throw Self.refusal("The workout has begun already.") }
        phase = .collecting
        start = date
    }

    /// Ends it.
    mutating func end(at date: Date) throws {
        try checkOpen()
        guard let start, start <= date else {
            throw Self.refusal("The workout ends before it begins.")
        }
        phase = .ended
        end = date
    }

    /// Adds samples; each once.
    mutating func add(_ added: [HKSample]) throws {
        try checkOpen()
        guard !added.isEmpty else { throw Self.refusal("There is no sample to be added.") }
        guard Set(samples).isDisjoint(with: added), Set(added).count == added.count else {
            throw Self.refusal("A sample was added already.")
        }
        samples += added
    }

    /// Adds what happened.
    mutating func add(_ added: [HKWorkoutEvent]) throws {
        try checkOpen()
        events += added
    }

    /// Adds a part.
    mutating func add(_ activity: HKWorkoutActivity) throws {
        try checkOpen()
        activities.append(activity)
    }

    /// Adds metadata; a later value of a key takes the place of an earlier one.
    mutating func add(_ added: SampleMetadata) throws {
        guard phase == .ready || phase == .collecting || phase == .ended else {
            throw Self.refusal("The workout is finished.")
        }
        metadata.values.merge(added.values) { _, new in new }
    }

    /// Begins to save it, which can be done once.
    mutating func finish() throws {
        guard phase == .ended else { throw Self.refusal("The workout has no end yet.") }
        phase = .finished
    }

    /// Takes back `finish()`, after it could not be saved.
    mutating func reopen() {
        if phase == .finished { phase = .ended }
    }

    /// Gives it up.
    mutating func discard() {
        if phase != .finished { phase = .discarded }
        samples = []
    }

    private func checkOpen() throws {
        switch phase {
        case .collecting, .ended: return
        case .ready: throw Self.refusal("The workout has not begun.")
        case .finished, .discarded: throw Self.refusal("The workout is finished.")
        }
    }

    private static func refusal(_ words: String) -> HKError {
        .failure(.errorInvalidArgument, words)
    }
}
#endif
