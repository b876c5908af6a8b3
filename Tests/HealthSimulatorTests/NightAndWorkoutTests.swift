import HealthModel
import TestSupport
import Testing

@testable import HealthSimulator

/// What the devices record besides the steps: nights, workouts, blood pressures.
@Suite(.offPool)
struct NightAndWorkoutTests {
    private static let days = 60
    private static let simulation = Simulation(
        seed: 8_2026,
        firstDay: CivilDate(year: 2026, month: 6, day: 1),
        days: days,
        utcOffsetInMinutes: -300
    )
    private static let recorded = (0..<3).map { simulation.recordings(of: $0).map(\.draft) }

    private func drafts(of device: Int, _ type: String) -> [SampleDraft] {
        Self.recorded[device].filter { $0.type == type }
    }

    @Test("A night lies in bed, has all stages in turn and no gap")
    func nights() throws {
        for day in 0..<Self.days {
            let night = Self.simulation.truth(of: day).night
            let bed =
                try #require(night.inBed.first)
                .lowerBound..<night.inBed[
                    night.inBed.count - 1
                ].upperBound
            let first = try #require(night.phases.first).seconds.lowerBound
            let last = try #require(night.phases.last).seconds.upperBound
            #expect(bed.contains(first) && bed.contains(last))
            #expect((4 * 3600..<9 * 3600).contains(last - first))
            for (before, after) in zip(night.phases, night.phases.dropFirst()) {
                #expect(before.seconds.upperBound == after.seconds.lowerBound)
                #expect(!before.seconds.isEmpty)
            }
            #expect(night.phases.first?.stage == "asleepCore")
            #expect(Set(night.phases.map(\.stage)).isSuperset(of: ["asleepDeep", "asleepREM"]))
        }
    }

    @Test("The phone tells when the person is in bed, the watch the stages, where it is worn")
    func sleep() {
        let phone = drafts(of: 0, SampleType.sleep)
        #expect((Self.days...2 * Self.days).contains(phone.count))
        #expect(phone.allSatisfy { $0.content == .category(.named("inBed")) })
        let nights = (0..<Self.days).map { Self.simulation.truth(of: $0).night }
        let stages = nights.filter(\.isWatchWorn).flatMap(\.phases).map(\.stage)
        let watch = drafts(of: 1, SampleType.sleep)
        #expect(watch.map(\.content) == stages.map { .category(.named($0)) })
        #expect(nights.contains { !$0.isWatchWorn })
        #expect(drafts(of: 2, SampleType.sleep).isEmpty)
    }

    @Test("The watch records a workout a day or two, and some of them have a pause")
    func workouts() throws {
        let drafts = drafts(of: 1, SampleType.workout)
        #expect((Self.days / 2...Self.days).contains(drafts.count), "\(drafts.count)")
        var pauses = 0
        for draft in drafts {
            guard case .workout(let workout) = draft.content else {
                Issue.record("no workout")
                continue
            }
            #expect(workout.totalDistance.map { $0.value > 0.2 && $0.value < 25 } == true)
            #expect(workout.totalEnergyBurned.map { $0.value > 10 } == true)
            let length = draft.end.instant.microseconds - draft.start.instant.microseconds
            let active = try #require(workout.duration)
            guard workout.events.count == 2 else {
                #expect(active == Double(length) / 1e6)
                continue
            }
            pauses += 1
            let (pause, resume) = (workout.events[0], workout.events[1])
            #expect(pause.type == .named("pause") && resume.type == .named("resume"))
            let paused = resume.start.instant.microseconds - pause.start.instant.microseconds
            #expect(active == Double(length - paused) / 1e6)
        }
        #expect(pauses > 0)
    }

    @Test("A blood pressure is typed into the phone every other day or so")
    func bloodPressures() {
        let drafts = drafts(of: 0, SampleType.bloodPressure)
        #expect((Self.days / 3...Self.days * 3 / 4).contains(drafts.count))
        for draft in drafts {
            guard case .correlation(let objects) = draft.content else {
                Issue.record("no correlation")
                continue
            }
            #expect(draft.metadata == ["HKWasUserEntered": .boolean(true)])
            #expect(objects.allSatisfy { $0.metadata == draft.metadata })
            let values = objects.compactMap { $0.quantity?.value }
            #expect(values.count == 2 && values[0] > values[1])
        }
    }
}
