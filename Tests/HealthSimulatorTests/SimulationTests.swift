import HealthModel
import TestSupport
import Testing

@testable import HealthSimulator

/// Simulated devices write what real ones do, in the amounts real ones do.
@Suite(.offPool)
struct SimulationTests {
    private static let seed: UInt64 = 20_211_201
    private static let days = 60
    private static let shared = Simulation(
        seed: seed,
        firstDay: CivilDate(year: 2026, month: 11, day: 1),
        days: days,
        utcOffsetInMinutes: 60
    )
    /// What each device records, made once since most tests look through all of it.
    private static let recorded = (0..<3).map { shared.recordings(of: $0).map(\.draft) }
    private static let steps = recorded.map { drafts in
        drafts.filter { $0.type == "HKQuantityTypeIdentifierStepCount" }
    }
    private var simulation: Simulation { Self.shared }

    @Test("The same seed gives the same batches, another seed others")
    func deterministic() {
        let first = CivilDate(year: 2026, month: 11, day: 1)
        func batches(_ seed: UInt64) -> [[[SampleDraft]]] {
            let simulation = Simulation(
                seed: seed,
                firstDay: first,
                days: 4,
                utcOffsetInMinutes: 60
            )
            return (0..<3).map { simulation.batches(of: $0, size: 100) }
        }
        #expect(batches(1) == batches(1))
        for device in 0..<3 { #expect(batches(1)[device] != batches(2)[device]) }
    }

    @Test("There are a phone, a watch and a tracker, and they are three sources")
    func devices() {
        #expect(simulation.devices.count == 3)
        let identities = simulation.devices.map {
            SourceIdentity(revision: $0.source, device: $0.device)
        }
        #expect(Set(identities).count == 3)
        #expect(simulation.devices[0].source.productType?.hasPrefix("iPhone") == true)
        #expect(simulation.devices[1].source.productType?.hasPrefix("Watch") == true)
        for (index, device) in simulation.devices.enumerated() {
            let drafts = drafts(of: index)
            #expect(drafts.allSatisfy { $0.source == device.source && $0.device == device.device })
        }
    }

    @Test("The phone writes 11 to 47 step samples on most days, about 30 in the middle")
    func phoneDensity() {
        let counts = dailyCounts(of: 0, "HKQuantityTypeIdentifierStepCount")
        #expect((22...38).contains(median(counts)), "seed \(Self.seed): \(counts)")
        #expect(counts.filter { (11...47).contains($0) }.count * 10 >= counts.count * 8)
    }

    @Test(
        "The watch writes as much as a worn watch does",
        arguments: [
            ("HKQuantityTypeIdentifierStepCount", 127...163),
            ("HKQuantityTypeIdentifierDistanceWalkingRunning", 127...177),
            ("HKQuantityTypeIdentifierActiveEnergyBurned", 840...950),
            ("HKQuantityTypeIdentifierHeartRate", 170...230),
        ]
    )
    func watchDensity(type: String, range: ClosedRange<Int>) {
        let counts = dailyCounts(of: 1, type)
        #expect(range.contains(median(counts)), "seed \(Self.seed): \(counts)")
        #expect((Self.days * 8 / 10..<Self.days).contains(counts.count), "days off are few")
    }

    @Test("Watch step samples are mostly short, and none is longer than ten minutes")
    func watchDurations() {
        let seconds = Self.steps[1].map(duration)
        #expect((20...80).contains(median(seconds)), "\(median(seconds))")
        #expect(seconds.allSatisfy { (1...599).contains($0) })
        let short = seconds.filter { $0 <= 56 }.count
        #expect(short * 100 / seconds.count >= 40, "\(short) of \(seconds.count)")
    }

    @Test("Phone step samples come in chains of up to ten minutes")
    func phoneDurations() {
        let seconds = Self.steps[0].map(duration)
        #expect(seconds.allSatisfy { (1...601).contains($0) })
        let capped = seconds.filter { (599...601).contains($0) }.count
        #expect((2...26).contains(capped * 100 / seconds.count), "\(capped) of \(seconds.count)")
    }

    @Test("Tracker pieces are quarter or half hours of the clock")
    func trackerPieces() {
        let drafts = drafts(of: 2)
        #expect(!drafts.isEmpty)
        for draft in drafts {
            let length = duration(draft)
            #expect(length == 900 || length == 1800)
            let local = draft.start.instant.microseconds / 1_000_000 + 3600
            #expect(local % Int64(length) == 0)
        }
        #expect(Set(drafts.map(duration)) == [900, 1800])
    }

    @Test("Of a day with phone and watch, 60 to 70 % of phone time lies inside watch time")
    func overlap() {
        var shares: [Double] = []
        for day in 0..<Self.days where !simulation.truth(of: day).watchWear.isEmpty {
            let phone = seconds(of: 0, day: day)
            let watch = seconds(of: 1, day: day)
            guard phone.count > 1800 else { continue }
            shares.append(Double(phone.intersection(watch).count) / Double(phone.count))
        }
        #expect(shares.count > 20)
        let middle = shares.sorted()[shares.count / 2]
        #expect((0.6...0.7).contains(middle), "seed \(Self.seed): \(middle)")
    }

    @Test(
        "Samples are sound: positive, forward, created afterwards, with known units",
        arguments: 0..<3
    )
    func soundness(device: Int) throws {
        let instants = ["HeartRate", "BloodPressure", "Systolic", "Diastolic"]
        for draft in drafts(of: device) {
            #expect(draft.start.instant <= draft.end.instant)
            let isInstant = instants.contains { draft.type.hasSuffix($0) }
            #expect((draft.start.instant == draft.end.instant) == isInstant)
            #expect(draft.created.map { $0.instant > draft.end.instant } == true)
            #expect(draft.start.offsetInMinutes == 60)
            #expect((draft.uuid != nil) == (device != 2))
            checkContent(draft.content, of: draft)
        }
    }

    private func checkContent(_ content: DraftContent, of draft: SampleDraft) {
        let units = ["count", "km", "mi", "m", "kcal", "kJ", "count/min", "mmHg"]
        switch content {
        case .quantity(let value, let unit):
            #expect(value.isFinite && value >= 0)
            #expect(units.contains(unit))
        case .category(let value):
            let sleep = Catalogue.sampleType(draft.type)
            guard case .category(let type)? = sleep, case .named(let name) = value else {
                Issue.record("\(draft.type) \(value)")
                return
            }
            #expect(type.rawValue(named: name) != nil)
        case .correlation(let objects):
            #expect(objects.map(\.type).map { $0.suffix(9) } == ["eSystolic", "Diastolic"])
            for object in objects {
                #expect((object.start, object.end) == (draft.start, draft.end))
                #expect(object.uuid != nil && object.source == draft.source)
                checkContent(object.content, of: object)
            }
        case .workout(let workout):
            #expect(workout.duration.map { (60...Double(duration(draft))).contains($0) } == true)
            #expect(workout.events.allSatisfy { $0.start.instant > draft.start.instant })
            #expect(workout.events.allSatisfy { $0.start.instant < draft.end.instant })
        }
    }

    @Test("No device overlaps itself within a type", arguments: 0..<3)
    func selfOverlap(device: Int) {
        for (_, samples) in Dictionary(grouping: Set(drafts(of: device)), by: \.type) {
            let sorted = samples.sorted { $0.start.instant < $1.start.instant }
            for (before, after) in zip(sorted, sorted.dropFirst()) {
                #expect(before.end.instant <= after.start.instant)
            }
        }
    }

    @Test("Identifiers are unique and are version 4")
    func identifiers() {
        let all = (0...1).flatMap { device in Set(drafts(of: device)).compactMap(\.uuid) }
        #expect(Set(all).count == all.count)
        for uuid in all.prefix(100) {
            let text = Array("\(uuid)")
            #expect(text[14] == "4")
            #expect("89ab".contains(text[19]))
        }
    }

    @Test("The watch sees most of the truth of a worn day, the phone a part")
    func truth() {
        var watchShares: [Double] = []
        for day in 0..<Self.days where !simulation.truth(of: day).watchWear.isEmpty {
            watchShares.append(stepSum(of: 1, day: day) / simulation.trueSteps(on: day))
            #expect(stepSum(of: 0, day: day) < 1.1 * simulation.trueSteps(on: day))
        }
        let middle = watchShares.sorted()[watchShares.count / 2]
        #expect((0.55...1.05).contains(middle), "\(middle)")
        let totals = (0..<Self.days).map { simulation.trueSteps(on: $0) }.sorted()
        #expect((4000...9000).contains(totals[Self.days / 2]), "\(totals)")
        #expect(simulation.trueSteps(on: -1) == 0)
        #expect(simulation.trueSteps(on: Self.days) == 0)
    }

    @Test("Days begin at local midnight", arguments: [-600, 0, 330] as [Int16])
    func offsets(offset: Int16) {
        let first = CivilDate(year: 2026, month: 3, day: 1)
        let simulation = Simulation(seed: 5, firstDay: first, days: 1, utcOffsetInMinutes: offset)
        let midnight = Int64(first.daysSince1970) * 86400 - Int64(offset) * 60
        for draft in simulation.batches(of: 2, size: 1000).joined() {
            let second = draft.start.instant.microseconds / 1_000_000 - midnight
            #expect((0..<86400).contains(second))
            #expect(draft.start.offsetInMinutes == offset)
        }
    }

    @Test("A simulation of no days sends nothing")
    func noDays() {
        let first = CivilDate(year: 2026, month: 3, day: 1)
        let empty = Simulation(seed: 5, firstDay: first, days: 0, utcOffsetInMinutes: 0)
        for device in 0..<3 { #expect(empty.batches(of: device, size: 10).isEmpty) }
    }

    private func drafts(of device: Int) -> [SampleDraft] {
        Self.recorded[device]
    }

    private func day(of draft: SampleDraft) -> Int {
        let first = Int64(CivilDate(year: 2026, month: 11, day: 1).daysSince1970) * 86400
        return Int((draft.start.instant.microseconds / 1_000_000 + 3600 - first) / 86400)
    }

    private func duration(_ draft: SampleDraft) -> Int {
        Int((draft.end.instant.microseconds - draft.start.instant.microseconds) / 1_000_000)
    }

    /// How many samples of a type each day has, without the days that have none.
    private func dailyCounts(of device: Int, _ type: String) -> [Int] {
        let samples = drafts(of: device).filter { $0.type == type }
        return Dictionary(grouping: samples, by: day(of:)).sorted { $0.key < $1.key }.map(
            \.value.count
        )
    }

    private func stepSum(of device: Int, day: Int) -> Double {
        Self.steps[device].filter { self.day(of: $0) == day }
            .reduce(0) { $0 + ($1.quantity?.value ?? .nan) }
    }

    private func seconds(of device: Int, day: Int) -> Set<Int64> {
        let steps = Self.steps[device].filter { self.day(of: $0) == day }
        return Set(
            steps.flatMap { draft in
                draft.start.instant.microseconds / 1_000_000..<draft.end.instant.microseconds
                    / 1_000_000
            }
        )
    }

    private func median(_ values: [Int]) -> Int {
        values.isEmpty ? -1 : values.sorted()[values.count / 2]
    }
}
