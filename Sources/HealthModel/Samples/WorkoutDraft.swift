/// What a workout has beyond type and times, as its writer spells it.
package struct WorkoutDraft: Hashable, Sendable {
    /// What was done most of the time.
    package var activityType: CategoryDraft
    /// Seconds of activity; without them the server takes the span without its pauses.
    package var duration: Double?
    /// The energy burned over the whole workout.
    package var totalEnergyBurned: QuantityDraft?
    /// The distance covered.
    package var totalDistance: QuantityDraft?
    /// The strokes of a swim.
    package var totalSwimmingStrokeCount: QuantityDraft?
    /// The flights climbed.
    package var totalFlightsClimbed: QuantityDraft?
    /// What happened, such as pauses and laps.
    package var events: [WorkoutEventDraft]
    /// The parts of a workout of several activities.
    package var activities: [WorkoutActivityDraft]

    /// Makes a draft.
    package init(
        activityType: CategoryDraft,
        duration: Double? = nil,
        totalEnergyBurned: QuantityDraft? = nil,
        totalDistance: QuantityDraft? = nil,
        totalSwimmingStrokeCount: QuantityDraft? = nil,
        totalFlightsClimbed: QuantityDraft? = nil,
        events: [WorkoutEventDraft] = [],
        activities: [WorkoutActivityDraft] = []
    ) {
        self.activityType = activityType
        self.duration = duration
        self.totalEnergyBurned = totalEnergyBurned
        self.totalDistance = totalDistance
        self.totalSwimmingStrokeCount = totalSwimmingStrokeCount
        self.totalFlightsClimbed = totalFlightsClimbed
        self.events = events
        self.activities = activities
    }
}

/// Something that happened in a workout.
package struct WorkoutEventDraft: Hashable, Sendable {
    /// What happened.
    package var type: CategoryDraft
    /// When it happened or began.
    package var start: ZonedInstant
    /// When it ended, of an event that lasts.
    package var end: ZonedInstant?
    /// Everything else, by key.
    package var metadata: [String: MetadataValue]

    /// Makes a draft.
    package init(
        type: CategoryDraft,
        start: ZonedInstant,
        end: ZonedInstant? = nil,
        metadata: [String: MetadataValue] = [:]
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.metadata = metadata
    }
}

/// One of several activities of a workout.
package struct WorkoutActivityDraft: Hashable, Sendable {
    /// The activity's own identifier, if it has one.
    package var uuid: SampleID?
    /// What was done.
    package var activityType: CategoryDraft
    /// When it began.
    package var start: ZonedInstant
    /// When it ended; nil where its writer does not say.
    package var end: ZonedInstant?
    /// Seconds of activity, if its writer says so.
    package var duration: Double?
    /// Everything else, by key.
    package var metadata: [String: MetadataValue]

    /// Makes a draft.
    package init(
        uuid: SampleID? = nil,
        activityType: CategoryDraft,
        start: ZonedInstant,
        end: ZonedInstant? = nil,
        duration: Double? = nil,
        metadata: [String: MetadataValue] = [:]
    ) {
        self.uuid = uuid
        self.activityType = activityType
        self.start = start
        self.end = end
        self.duration = duration
        self.metadata = metadata
    }
}
