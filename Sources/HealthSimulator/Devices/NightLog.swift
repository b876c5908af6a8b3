import HealthModel

/// What the devices record at night: the phone when the person is in bed, the watch the stages.
extension DayLog {
    /// Adds the time in bed, as a phone guesses it in the morning.
    mutating func addTimeInBed(_ night: Night) {
        let up = night.inBed.map(\.upperBound).max() ?? 0
        let delay = random.whole(5...300)
        for seconds in night.inBed {
            add(
                SampleType.sleep,
                .category(.named("inBed")),
                over: seconds,
                delay: up - seconds.upperBound + delay
            )
        }
    }

    /// Adds the stages of sleep, all written in the morning; none without the watch.
    mutating func addSleepStages(_ night: Night) {
        guard night.isWatchWorn else { return }
        let end = night.phases.last?.seconds.upperBound ?? 0
        let delay = random.whole(30...600)
        for phase in night.phases {
            add(
                SampleType.sleep,
                .category(.named(phase.stage)),
                over: phase.seconds,
                delay: end - phase.seconds.upperBound + delay
            )
        }
    }

    /// Adds a blood pressure that the person typed into the phone, every other morning or so.
    mutating func addBloodPressure() {
        guard random.chance(0.55) else { return }
        let second = random.whole(25_200...32_400)
        let systolic = random.normal(mean: 121, deviation: 7).rounded()
        let diastolic = random.normal(mean: 78, deviation: 5).rounded()
        let delay = random.whole(20...120)
        let objects = [(SampleType.systolic, systolic), (SampleType.diastolic, diastolic)]
            .map { type, value in
                draft(
                    type,
                    .quantity(value: value, unit: "mmHg"),
                    over: second..<second,
                    delay: delay,
                    metadata: Self.userEntered
                )
            }
        add(
            SampleType.bloodPressure,
            .correlation(objects),
            over: second..<second,
            delay: delay,
            metadata: Self.userEntered
        )
    }

    private static let userEntered = ["HKWasUserEntered": MetadataValue.boolean(true)]
}
