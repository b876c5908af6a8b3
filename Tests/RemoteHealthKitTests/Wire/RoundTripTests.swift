#if !canImport(HealthKit)
import Foundation
import HealthAPI
import HealthModel
import JSON
import TestSupport
import Testing

@testable import RemoteHealthKit

struct RoundTripTests {
    /// The sample that the JSON of another makes.
    private func sent(_ sample: HKSample) throws -> HKSample {
        var (writer, encoder) = (JSONWriter(), SampleEncoder())
        encoder.write(try draft(of: sample), to: &writer)
        return try JSONParser().parse(writer.bytes) { try RemoteHealthKit.sample(from: $0) }
    }

    @Test func `A sample of any kind comes back as it was`() throws {
        let generator = SeededGenerator()
        print("round trips: seed \(generator.seed)")
        var random = RandomSamples(generator: generator)
        for _ in 0..<1000 {
            let sample = random.sample()
            let back = try sent(sample)
            #expect(back == sample)
            #expect(back.sampleType == sample.sampleType)
            #expect(back.startDate == sample.startDate)
            #expect(back.endDate == sample.endDate)
            #expect(back.content == sample.content)
            #expect(back.device == sample.device)
            #expect(back.sourceRevision == sample.sourceRevision)
            // Everything else that there is on the wire, members of all depths included.
            #expect(try draft(of: back) == (try draft(of: sample)))
            check(back, sample)
        }
    }

    private func check(_ back: HKSample, _ sample: HKSample) {
        switch (back, sample) {
        case (let back as HKQuantitySample, let sample as HKQuantitySample):
            #expect(back.quantity == sample.quantity)
            let isCumulative = sample.quantityType.aggregationStyle == .cumulative
            #expect(back is HKCumulativeQuantitySample == isCumulative)
            #expect(back is HKDiscreteQuantitySample == !isCumulative)
        case (let back as HKCategorySample, let sample as HKCategorySample):
            #expect(back.value == sample.value)
        case (let back as HKCorrelation, let sample as HKCorrelation):
            #expect(back.objects == sample.objects)
        case (let back as HKWorkout, let sample as HKWorkout):
            #expect(back.duration == sample.duration)
            #expect(back.workoutActivityType == sample.workoutActivityType)
            #expect(back.workoutEvents == sample.workoutEvents)
            #expect(back.workoutActivities == sample.workoutActivities)
            #expect(back.totals == sample.totals)
        default: Issue.record("\(type(of: sample)) became \(type(of: back))")
        }
    }

    @Test func `Every microsecond of two centuries goes through a date and back`() throws {
        var generator = SeededGenerator()
        print("instants: seed \(generator.seed)")
        let years = -3_471_292_800_000_000...5_459_000_000_000_000 as ClosedRange<Int64>
        for _ in 0..<100_000 {
            let instant = Instant(microseconds: .random(in: years, using: &generator))
            #expect(try Date(instant).instant() == instant)
        }
        for microseconds in [years.lowerBound, years.upperBound, 0, -1, 1, 978_307_200_000_000] {
            let instant = Instant(microseconds: microseconds)
            #expect(try Date(instant).instant() == instant)
        }
    }

    @Test func `Dates outside of the server's years are refused`() {
        for date in [Date.distantFuture + 1e12, Date.distantPast] {
            #expect(throws: HKError.self) { try date.instant() }
        }
        #expect(throws: Never.self) { try Date.distantFuture.instant() }
    }

    @Test func `Identifiers keep the order of their bytes`() throws {
        let text = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
        let id = try #require(SampleID(text))
        #expect(UUID(id).uuidString.lowercased() == text)
        #expect(SampleID(UUID(id)) == id)
    }
}
#endif
