import HealthModel
import TestSupport
import Testing

@testable import HealthSimulator

/// People of a crowd follow from seed and number alone, and their days from nothing but the date.
@Suite("Simulated people", .offPool)
struct CrowdTests {
    private static let first = CivilDate(year: 2026, month: 10, day: 20).daysSince1970

    private func life(_ index: Int, days: Range<Int>, seed: UInt64 = 7) -> SimulatedLife {
        SimulatedLife(person: SimulatedPerson(seed: seed, index: index), days: days)
    }

    /// Everything a life sends, in order.
    private func sent(_ life: SimulatedLife, size: Int = 200) -> [SyncAction] {
        life.steps.flatMap { life.actions(on: $0, size: size) }
    }

    private func drafts(_ actions: [SyncAction]) -> [SampleDraft] {
        actions.flatMap { action -> [SampleDraft] in
            guard case .samples(let drafts) = action.content else { return [] }
            return drafts
        }
    }

    @Test("The same seed sends the same, in the same batches; another seed something else")
    func deterministic() {
        let days = Self.first..<Self.first + 4
        for index in 0..<6 {
            let once = sent(life(index, days: days))
            let again = sent(life(index, days: days))
            #expect(once.count == again.count)
            for (left, right) in zip(once, again) {
                #expect(left.name == right.name && left.sends == right.sends)
                #expect(left.app == right.app)
            }
            #expect(drafts(once) == drafts(again))
            #expect(drafts(once) != drafts(sent(life(index, days: days, seed: 8))))
        }
    }

    @Test("A day is the same, however many days come before and after it", arguments: 0..<8)
    func prefix(index: Int) {
        let long = Self.first..<Self.first + 20
        let person = SimulatedPerson(seed: 7, index: index)
        let parts = [Self.first..<Self.first + 6, Self.first + 3..<Self.first + 20]
        let all = Set(drafts(sent(SimulatedLife(person: person, days: long))))
        for part in parts {
            let some = Set(drafts(sent(SimulatedLife(person: person, days: part))))
            #expect(!some.isEmpty && some.isSubset(of: all))
        }
        // What is sent about the first days, and in which batches, is the same, too.
        let short = sent(SimulatedLife(person: person, days: parts[0]))
        let bodies = Set(sent(SimulatedLife(person: person, days: long)).map { drafts([$0]) })
        #expect(short.allSatisfy { bodies.contains(drafts([$0])) })
    }

    @Test("A sample that is sent again is the same, but for corrections under a sync identifier")
    func identity() {
        for index in 0..<10 {
            var known: [SampleID: SampleDraft] = [:]
            for draft in drafts(sent(life(index, days: Self.first..<Self.first + 14))) {
                guard let uuid = draft.uuid else { continue }
                if let before = known.updateValue(draft, forKey: uuid) { #expect(before == draft) }
            }
        }
    }

    @Test("A crowd has every habit, every device, people who decide, clocks that are wrong")
    func variety() {
        let people = (0..<300).map { SimulatedPerson(seed: 1, index: $0) }
        #expect(Set(people.map(\.habit)) == Set(Habit.allCases))
        let gadgets = people.flatMap(\.gadgets)
        #expect(Set(gadgets.map(\.kind)) == Set(Gadget.Kind.allCases))
        #expect(people.allSatisfy { $0.gadgets.first?.kind == .phone })
        #expect(gadgets.contains { abs($0.skew) > 30 })
        #expect(people.contains { !$0.preferences.isEmpty })
        #expect(people.flatMap(\.preferences).contains { !$0.disabled.isEmpty })
        #expect(Set(people.map(\.home)).count > 8)
        let names = people.flatMap { person in person.gadgets.map { $0.device.name } }
        #expect(Set(people.map(\.name)).count == 300 && !names.isEmpty)
        for person in people {
            #expect(Set(person.gadgets.map(\.device.name)).count == person.gadgets.count)
        }
    }

    @Test("Some batches come twice or late, some samples are corrected, deleted, sent once deleted")
    func delivery() {
        var (twice, deletions, afterwards, versions) = (0, 0, 0, Set<Double>())
        for index in 0..<30 {
            for action in sent(life(index, days: Self.first..<Self.first + 14)) {
                if case .deletions = action.content { deletions += 1 }
                if case .samples = action.content, action.sends == 2 { twice += 1 }
                afterwards += action.expectedRefusals
                for draft in drafts([action]) {
                    if case .number(let version)? = draft.metadata[DayLog.syncVersion] {
                        versions.insert(version)
                    }
                }
            }
        }
        #expect(twice > 10 && deletions > 5 && afterwards > 5)
        #expect(versions == [1, 2])
    }

    @Test("A nurse on nights walks at night and sleeps by day")
    func nurse() throws {
        let person = try #require(
            (0..<200).lazy.map { SimulatedPerson(seed: 3, index: $0) }
                .first { $0.habit == .nightNurse }
        )
        let truths = (Self.first..<Self.first + 28).map(person.truth(of:))
        let night = truths.reduce(0) { $0 + $1.steps(in: 0..<7 * 3600) }
        let all = truths.reduce(0) { $0 + $1.totalSteps }
        #expect(night > 0.1 * all)
        let byDay = truths.filter { ($0.night.inBed.first?.lowerBound ?? 0) > 8 * 3600 }
        #expect((14...18).contains(byDay.count))
    }

    @Test("A traveller is in other zones for a while, and nobody is in two places at once")
    func traveller() throws {
        let people = (0..<200).map { SimulatedPerson(seed: 3, index: $0) }
            .filter { $0.habit == .traveller }
        #expect(people.count > 5)
        for person in people {
            var last = Int64.min
            var zones: Set<String> = []
            for day in Self.first..<Self.first + 56 {
                for stay in person.itinerary.stays(on: day) {
                    zones.insert(stay.zone.identifier)
                    let midnight = DayClock(day: day, in: stay.zone).midnight
                    let start = midnight + Int64(stay.seconds.lowerBound)
                    #expect(start >= last)
                    last = midnight + Int64(stay.seconds.upperBound)
                }
            }
            #expect(zones.count >= 2)
        }
    }

    @Test(
        "People who wear a watch write as much as watches do",
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", 100...163),
            ("HKQuantityTypeIdentifierActiveEnergyBurned", 780...960),
            ("HKQuantityTypeIdentifierHeartRate", 170...260),
        ]
    )
    func watchDensity(type: String, range: ClosedRange<Int>) {
        var counts: [Int] = []
        for index in 0..<40 {
            let person = SimulatedPerson(seed: 2, index: index)
            guard let watch = person.gadgets.first(where: { $0.kind == .watch }) else { continue }
            for day in Self.first..<Self.first + 3 {
                let count = person.recordings(of: watch, on: day).count { $0.draft.type == type }
                if count > 0 { counts.append(count) }
            }
        }
        let middle = counts.sorted()[counts.count / 2]
        #expect(counts.count > 30 && range.contains(middle), "\(middle)")
    }

    @Test("Phones write 11 to 47 step samples a day, and about 30 in the middle")
    func phoneDensity() {
        let counts = (0..<60).map { index in
            let person = SimulatedPerson(seed: 2, index: index)
            return person.recordings(of: person.gadgets[0], on: Self.first)
                .count { $0.draft.type == SampleType.steps }
        }.sorted()
        #expect((15...40).contains(counts[30]), "\(counts)")
        #expect(counts[55] < 80)
    }
}
