import HealthModel

/// Workouts.
extension SampleWriter {
    /// Writes a workout with its events and totals.
    mutating func write(_ workout: WorkoutDraft, of sample: SampleDraft, indent: Int) {
        text.append("<Workout")
        let activity = ExportSpelling.constant(
            workout.activityType,
            in: WorkoutActivityType.enumeration
        )
        text.append(attribute: "workoutActivityType", activity)
        writeDuration(workout.duration)
        if edition == .attributes {
            for total in totals(of: workout) {
                text.append(attribute: total.attribute, ExportSpelling.number(total.amount.value))
                text.append(attribute: total.attribute + "Unit", total.amount.unit)
            }
        }
        writeSource(sample)
        writeTimes(sample)
        close("Workout", sample, indent) { writer in
            writer.writeEvents(of: workout, indent: indent + 1)
            guard writer.edition == .statistics else { return }
            writer.writeActivity(of: workout, sample, indent: indent + 1)
            writer.writeStatistics(of: workout, sample, indent: indent + 1)
        }
    }

    private mutating func writeDuration(_ seconds: Double?) {
        guard let seconds else { return }
        text.append(attribute: "duration", ExportSpelling.number(seconds / 60))
        text.append(attribute: "durationUnit", "min")
    }

    private mutating func writeEvents(of workout: WorkoutDraft, indent: Int) {
        for event in workout.events {
            text.append(indent: indent)
            text.append("<WorkoutEvent")
            let type = ExportSpelling.constant(event.type, in: WorkoutEventType.enumeration)
            text.append(attribute: "type", type)
            text.append(attribute: "date", time: event.start)
            if let end = event.end {
                let length = end.instant.microseconds - event.start.instant.microseconds
                writeDuration(Double(length) / 1e6)
            }
            text.append("/>\n")
        }
    }

    /// Writes the activity that is all of the workout.
    private mutating func writeActivity(
        of workout: WorkoutDraft,
        _ sample: SampleDraft,
        indent: Int
    ) {
        text.append(indent: indent)
        text.append("<WorkoutActivity")
        if let uuid = sample.uuid { text.append(attribute: "uuid", "\(uuid)".uppercased()) }
        text.append(attribute: "startDate", time: sample.start)
        text.append(attribute: "endDate", time: sample.end)
        writeDuration(workout.duration)
        text.append(">\n")
        writeEvents(of: workout, indent: indent + 1)
        writeStatistics(of: workout, sample, indent: indent + 1)
        text.append(indent: indent)
        text.append("</WorkoutActivity>\n")
    }

    private mutating func writeStatistics(
        of workout: WorkoutDraft,
        _ sample: SampleDraft,
        indent: Int
    ) {
        for total in totals(of: workout) {
            text.append(indent: indent)
            text.append("<WorkoutStatistics")
            text.append(attribute: "type", total.type)
            text.append(attribute: "startDate", time: sample.start)
            text.append(attribute: "endDate", time: sample.end)
            text.append(attribute: "sum", ExportSpelling.number(total.amount.value))
            text.append(attribute: "unit", total.amount.unit)
            text.append("/>\n")
        }
    }

    private func totals(
        of workout: WorkoutDraft
    ) -> [(attribute: String, type: String, amount: QuantityDraft)] {
        let totals = [
            ("totalDistance", SampleType.distance, workout.totalDistance),
            ("totalEnergyBurned", SampleType.energy, workout.totalEnergyBurned),
        ]
        return totals.compactMap { name, type, amount in amount.map { (name, type, $0) } }
    }
}
