import HealthModel

/// What gadgets record.
extension SimulatedPerson {
    /// What a gadget records on a day, counted from 1970, wherever the person is.
    func recordings(of gadget: Gadget, on day: Int) -> [Recording] {
        var use = SeededGenerator(seed: seed, purpose: gadget.purpose(.use), day: day)
        let isUsed = gadget.kind == .oldWatch ? use.chance(0.25) : true
        guard isUsed else { return [] }
        let outage = gadget.outage(&use)
        let truth = truth(of: day)
        return itinerary.stays(on: day).enumerated().flatMap { place, stay in
            let clock = DayClock(day: day, in: stay.zone)
            let recordings = logged(by: gadget, truth, day: day, clock)
            return recordings.compactMap { recording -> Recording? in
                let seconds = gadget.seconds(of: recording, clock)
                guard stay.holds(seconds), !seconds.overlaps(outage) else { return nil }
                return Self.told(Self.zoned(recording, in: stay.zone), at: place)
            }
        }
    }

    private func logged(
        by gadget: Gadget,
        _ truth: DayTruth,
        day: Int,
        _ clock: DayClock
    ) -> [Recording] {
        var log = log(of: gadget, .measuring, day, clock)
        var others = self.log(of: gadget, .occasions, day, clock)
        switch gadget.kind {
        case .phone:
            var typed = self.log(of: gadget, .typing, day, clock)
            log.addPhoneSamples(of: truth)
            others.addPhoneFlights(of: truth)
            others.addTimeInBed(truth.night)
            others.addBloodPressure()
            typed.addDrinks(day: day)
            typed.addTypedSteps(day: day)
            return log.recordings + others.recordings + typed.recordings
        case .watch:
            log.addWatchSamples(of: truth)
            others.addWatchFlights(of: truth)
            others.addSleepStages(truth.night)
            others.addWorkout(of: truth)
        case .oldWatch: log.addWatchSamples(of: truth)
        case .band:
            log.addTrackerSamples(of: truth)
            return Self.rewritten(log.recordings, &others.random)
        case .ring: log.addRingSamples(of: truth)
        }
        return log.recordings + others.recordings
    }

    private func log(
        of gadget: Gadget,
        _ purpose: Gadget.Purpose,
        _ day: Int,
        _ clock: DayClock
    ) -> DayLog {
        DayLog(
            of: gadget.device,
            clock: clock,
            skew: gadget.skew,
            hasIdentifiers: gadget.hasIdentifiers,
            random: SeededGenerator(seed: seed, purpose: gadget.purpose(purpose), day: day)
        )
    }

    /// The pieces of the wristband, each written a second after the one before; on some days the app
    /// writes the evening once more, in pieces a minute longer, which then count instead.
    private static func rewritten(
        _ recordings: [Recording],
        _ random: inout SeededGenerator
    ) -> [Recording] {
        let again = random.chance(0.15) ? Array(recordings.suffix(9)) : []
        return (recordings + again).enumerated().map { index, recording in
            var recording = recording
            let isAgain = index >= recordings.count
            recording.draft.created?.instant.microseconds +=
                Int64(isAgain ? 1800 + index : index) * 1_000_000
            if isAgain { recording.draft.end.instant.microseconds += 60_000_000 }
            return recording
        }
    }

    /// Names the zone where devices do, on sleep and workouts.
    ///
    /// These are written at UTC, as an export that has one offset for all of its times: only the
    /// name says what the clock on the wall showed.
    private static func zoned(_ recording: Recording, in zone: Zone) -> Recording {
        let type = recording.draft.type
        guard type == SampleType.sleep || type == SampleType.workout else { return recording }
        var recording = recording
        recording.draft.metadata["HKTimeZone"] = .string(zone.identifier)
        recording.draft.start.offsetInMinutes = 0
        recording.draft.end.offsetInMinutes = 0
        return recording
    }
}

extension SimulatedPerson {
    /// Gives a sample of a day's second place an identifier of its own, as the draws are those of
    /// the first; what is typed in is typed in once.
    fileprivate static func told(_ recording: Recording, at place: Int) -> Recording? {
        guard place > 0 else { return recording }
        guard recording.draft.metadata["HKWasUserEntered"] == nil else { return nil }
        var recording = recording
        recording.draft.uuid = recording.draft.uuid.map { uuid in
            SampleID(bits: uuid.bits ^ UInt128(place))
        }
        return recording
    }
}

extension Gadget {
    /// The seconds of the day in which the battery is empty; empty on most days.
    fileprivate func outage(_ random: inout SeededGenerator) -> Range<Int> {
        let isDead = random.chance(kind == .phone ? 0.04 : 0.06)
        let start = random.whole(15 * 3600...22 * 3600)
        let length = random.whole(1...6) * 3600
        return isDead ? start..<start + length : 0..<0
    }

    /// When something was recorded, in seconds of the day.
    fileprivate func seconds(of recording: Recording, _ clock: DayClock) -> Range<Int> {
        let (start, end) = (recording.draft.start.instant, recording.draft.end.instant)
        let zero = clock.midnight + Int64(skew)
        return Int(start.wholeSeconds - zero)..<Int(end.wholeSeconds - zero)
    }
}

extension Stay {
    /// Whether something happened during the stay; a night may have begun in the evening before.
    fileprivate func holds(_ other: Range<Int>) -> Bool {
        let isBehindStart = seconds.lowerBound == 0 || other.lowerBound >= seconds.lowerBound
        return isBehindStart && other.upperBound <= seconds.upperBound
    }
}
