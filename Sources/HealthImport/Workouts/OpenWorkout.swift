import HealthModel

/// A workout between its tags, with what has come inside of it so far.
///
/// Older exports print totals as attributes, newer ones as statistics, some both; where they are
/// missing, those of the activities add up to them.
struct OpenWorkout {
    /// The workout itself, still without what is inside of it.
    var sample: OpenSample
    /// Durations, totals, events and activities that make no sense and were left out.
    private(set) var unusableParts = 0
    private var events: [WorkoutEventDraft] = []
    private var activities: [WorkoutActivityDraft] = []
    private let activityType: CategoryDraft
    private let duration: Double?
    private var printed = WorkoutTotals()
    private var ownStatistics = WorkoutTotals()
    private var activityStatistics = WorkoutTotals()
    private let limits: ReaderLimits

    /// Opens a workout with the attributes that only workouts have; nil without an activity.
    init?(_ sample: OpenSample, _ tag: StartTag, limits: ReaderLimits) {
        guard let activity = tag.attribute(.workoutActivityType) else { return nil }
        self.sample = sample
        self.limits = limits
        activityType = CategoryDraft(printed: activity)
        var unusable = 0
        duration = tag.seconds(.duration, unit: .durationUnit, unusable: &unusable)
        for kind in WorkoutTotals.Kind.allCases {
            let (value, unit) = kind.attributes
            guard let total = tag.quantity(value, unit: unit, unusable: &unusable) else { continue }
            printed.add(total, to: kind)
        }
        unusableParts = unusable
    }

    /// The workout with everything that is inside of it.
    var finished: OpenSample {
        func total(_ kind: WorkoutTotals.Kind) -> QuantityDraft? {
            printed[kind] ?? ownStatistics[kind] ?? activityStatistics[kind]
        }
        var result = sample
        result.read.draft.content = .workout(
            WorkoutDraft(
                activityType: activityType,
                duration: duration,
                totalEnergyBurned: total(.energyBurned),
                totalDistance: total(.distance),
                totalSwimmingStrokeCount: total(.swimmingStrokes),
                totalFlightsClimbed: total(.flightsClimbed),
                events: events,
                activities: activities
            )
        )
        return result
    }

    /// Takes the sum of a statistic that is one of the totals; false for others.
    mutating func addStatistics(_ tag: StartTag, ofActivity isOfActivity: Bool) -> Bool {
        guard let type = tag.attribute(.type)?.string, let kind = WorkoutTotals.Kind(type: type)
        else { return false }
        guard let sum = tag.quantity(.sum, unit: .unit, unusable: &unusableParts) else {
            return false
        }
        if isOfActivity {
            activityStatistics.add(sum, to: kind)
        } else {
            ownStatistics.add(sum, to: kind)
        }
        return true
    }

    /// Takes an event in and says whether it was; one too many costs the workout.
    ///
    /// Seconds are printed whole, so an event may seem to lie just outside of its workout; it is
    /// moved inside. One further away is left out, and one that outlasts the workout is cut.
    mutating func addEvent(_ tag: StartTag) -> Bool {
        guard events.count < limits.workoutEvents else {
            sample.skip(.tooManyParts, detail: "with many events")
            return false
        }
        guard let type = tag.attribute(.type), let date = tag.time(.date), isNear(date) else {
            unusableParts += 1
            return false
        }
        let length = tag.seconds(.duration, unit: .durationUnit, unusable: &unusableParts) ?? 0
        let start = moved(date)
        let end = moved(date.adding(seconds: length))
        events.append(
            WorkoutEventDraft(
                type: CategoryDraft(printed: type),
                start: ZonedInstant(start, offsetInMinutes: nil),
                end: end > start ? ZonedInstant(end, offsetInMinutes: nil) : nil
            )
        )
        return true
    }

    /// Takes an activity in and says whether it was; one too many costs the workout.
    mutating func addActivity(_ tag: StartTag) -> Bool {
        guard activities.count < limits.workoutActivities else {
            sample.skip(.tooManyParts, detail: "with many activities")
            return false
        }
        guard let start = tag.time(.startDate), isNear(start) else {
            unusableParts += 1
            return false
        }
        let end = tag.time(.endDate).map { max(moved($0), moved(start)) }
        let type = tag.attribute(.workoutActivityType).map { CategoryDraft(printed: $0) }
        activities.append(
            WorkoutActivityDraft(
                uuid: tag.attribute(.uuid).flatMap { SampleID(parsing: $0.bytes) },
                // Exports do not say it, but for workouts of one sport it is the workout's.
                activityType: type ?? activityType,
                start: ZonedInstant(moved(start), offsetInMinutes: nil),
                end: end.map { ZonedInstant($0, offsetInMinutes: nil) },
                duration: tag.seconds(.duration, unit: .durationUnit, unusable: &unusableParts)
            )
        )
        return true
    }

    /// Adds to the metadata of the event that is open.
    mutating func addEventMetadata(_ tag: StartTag, with reader: inout MetadataReader) {
        let last = events.endIndex - 1
        let refusal = reader.add(
            tag,
            to: &events[last].metadata,
            totalBytes: &sample.metadataBytes
        )
        if let refusal { sample.skip(refusal) }
    }

    /// Adds to the metadata of the activity that is open.
    mutating func addActivityMetadata(_ tag: StartTag, with reader: inout MetadataReader) {
        let last = activities.endIndex - 1
        let refusal = reader.add(
            tag,
            to: &activities[last].metadata,
            totalBytes: &sample.metadataBytes
        )
        if let refusal { sample.skip(refusal) }
    }

    private var start: Instant { sample.read.draft.start.instant }
    private var end: Instant { sample.read.draft.end.instant }

    /// Whether a printed time lies within the workout, give or take the second it is rounded to.
    private func isNear(_ time: Instant) -> Bool {
        time >= start.adding(seconds: -1) && time <= end.adding(seconds: 1)
    }

    /// The instant of the workout that is next to a time.
    private func moved(_ time: Instant) -> Instant { max(start, min(time, end)) }
}
