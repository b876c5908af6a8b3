package import HealthModel

/// Some days in the life of one person, as three devices see them.
///
/// Everything follows from the seed. The densities are those measured on real devices: the phone
/// writes about 30 step samples a day, the watch about 140 with 900 of active energy and 200 heart
/// rates, the wristband one for each active quarter or half hour. Phone, watch and wristband
/// overlap, and none of them sees everything. The phone also writes the time in bed and, every
/// other day, a blood pressure, the watch the stages of sleep and most days a workout.
package struct Simulation: Sendable {
    /// The devices: a phone, a watch, and a cheap tracker's app.
    package let devices: [SimulatedDevice]
    private let seed: UInt64
    private let firstDay: CivilDate
    private let clocks: [DayClock]
    private let truths: [DayTruth]

    /// Draws the days from the first one on, in a zone with a fixed offset.
    package init(seed: UInt64, firstDay: CivilDate, days: Int, utcOffsetInMinutes: Int16) {
        self.init(seed: seed, firstDay: firstDay, days: days) { day in
            let midnight = Int64(day) * 86400 - Int64(utcOffsetInMinutes) * 60
            return DayClock(midnight: midnight, offset: utcOffsetInMinutes)
        }
    }

    /// Draws the days from the first one on, by the clocks of a zone.
    ///
    /// A day is the same in every simulation of the same seed and zone that has it.
    package init(seed: UInt64, firstDay: CivilDate, days: Int, zone: Zone) {
        self.init(seed: seed, firstDay: firstDay, days: days) { DayClock(day: $0, in: zone) }
    }

    private init(
        seed: UInt64,
        firstDay: CivilDate,
        days: Int,
        clock: (_ day: Int) -> DayClock
    ) {
        self.seed = seed
        self.firstDay = firstDay
        devices = [.phone, .watch, .tracker]
        let all = firstDay.daysSince1970..<firstDay.daysSince1970 + max(0, days)
        clocks = all.map(clock)
        truths = all.map { day in
            var plan = DayPlan(seed: seed, day: day)
            return plan.truth()
        }
    }

    /// The steps that were really made on a day, counted from 0; zero outside of the simulation.
    package func trueSteps(on day: Int) -> Double {
        truths.indices.contains(day) ? truths[day].totalSteps : 0
    }

    /// The batches that a device sends, in the order in which it does.
    ///
    /// A batch has at most `size` samples. Some batches are repeated exactly, as retries are; some
    /// days come days late, among later ones. Phone and watch give their samples identifiers, the
    /// tracker does not. No device overlaps itself within a type, but for the repeats.
    package func batches(of deviceIndex: Int, size: Int) -> [[SampleDraft]] {
        precondition(size > 0, "a batch has room for at least one sample")
        let purpose = UInt64(deviceIndex) * 4 + 10
        var delivery = Delivery(random: SeededGenerator(seed: seed, purpose: purpose + 1))
        return delivery.batches(recordings(of: deviceIndex), size: size)
    }

    /// Every sample of all devices, each once: what a phone that syncs them all would export.
    package var samples: [SampleDraft] {
        devices.indices.flatMap { recordings(of: $0).map(\.draft) }
    }

    /// Everything a device records, by day.
    func recordings(of deviceIndex: Int) -> [Recording] {
        let purpose = UInt64(deviceIndex) * 4 + 10
        let lateness = Lateness(
            longest: deviceIndex == 2 ? 9 : 3,
            seed: seed,
            purpose: purpose + 2
        )
        return truths.indices.flatMap { day in
            let late = lateness[firstDay.daysSince1970 + day]
            // Devices record in time and only send late.
            return recordings(of: deviceIndex, day: day).map { recording in
                var recording = recording
                recording.sent += Int64(late) * 86400
                return recording
            }
        }
    }

    private func recordings(of deviceIndex: Int, day: Int) -> [Recording] {
        let truth = truths[day]
        let purpose = UInt64(deviceIndex) * 4 + 10
        var log = log(of: deviceIndex, day: day, purpose: purpose)
        // Drawn apart, so that what is recorded by day does not depend on them.
        var others = self.log(of: deviceIndex, day: day, purpose: purpose + 3)
        switch deviceIndex {
        case 0:
            log.addPhoneSamples(of: truth)
            others.addTimeInBed(truth.night)
            others.addBloodPressure()
        case 1:
            log.addWatchSamples(of: truth)
            others.addSleepStages(truth.night)
            others.addWorkout(of: truth)
        default: log.addTrackerSamples(of: truth)
        }
        return log.recordings + others.recordings
    }

    private func log(of deviceIndex: Int, day: Int, purpose: UInt64) -> DayLog {
        DayLog(
            of: devices[deviceIndex],
            clock: clocks[day],
            hasIdentifiers: deviceIndex != 2,
            random: SeededGenerator(
                seed: seed,
                purpose: purpose,
                day: firstDay.daysSince1970 + day
            )
        )
    }

    /// What really happened on a day of the simulation.
    func truth(of day: Int) -> DayTruth { truths[day] }
}
