import Foundation
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool, .timeLimit(.minutes(5))) struct SampleQueryTests {
    private let morning = date("2025-06-01T08:00:00Z")

    private func counts(_ samples: [HKSample]) -> [Double] {
        samples.compactMap { ($0 as? HKQuantitySample)?.quantity.count }
    }

    @Test func `Samples are sorted by any of HealthKit's keys`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                stepSample(3, from: morning, for: 900), stepSample(1, from: morning + 60, for: 60),
                stepSample(2, from: morning + 120, for: 300),
            ])
            func sorted(_ key: String, _ ascending: Bool, limit: Int = 0) async throws -> [Double] {
                let order = [NSSortDescriptor(key: key, ascending: ascending)]
                return counts(try await store.samples(steps, limit: limit, order: order))
            }
            #expect(try await sorted(HKSampleSortIdentifierStartDate, true) == [3, 1, 2])
            #expect(try await sorted(HKSampleSortIdentifierStartDate, false, limit: 1) == [2])
            #expect(try await sorted(HKSampleSortIdentifierEndDate, true) == [1, 2, 3])
            #expect(try await sorted(HKSampleSortIdentifierEndDate, false, limit: 2) == [3, 2])
            #expect(try await sorted(HKPredicateKeyPathQuantity, true) == [1, 2, 3])
            #expect(await code { try await sorted("colour", true) } == .errorInvalidArgument)
        }
    }

    @Test func `Further keys decide between samples with the same start`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            try await store.save([
                stepSample(1, from: morning, for: 60), stepSample(2, from: morning, for: 300),
                stepSample(3, from: morning, for: 120), stepSample(4, from: morning - 60, for: 60),
            ])
            let order = [
                NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false),
                NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false),
            ]
            let found = try await store.samples(steps, limit: 2, order: order)
            #expect(counts(found) == [2, 3])
        }
    }

    @Test func `Further keys decide among more samples than a page holds`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            // Their identifiers are random, and so is the server's order among them.
            try await store.save((1...300).map { stepSample(1, from: morning, for: Double($0)) })
            let order = [
                NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true),
                NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false),
            ]
            let found = try await store.samples(steps, limit: 3, order: order)
            #expect(found.map { $0.endDate.timeIntervalSince(morning) } == [300, 299, 298])
        }
    }

    @Test func `A sample that ends where a range starts matches without options`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let sample = stepSample(1, from: morning, for: 60)
            try await store.save(sample)
            for (options, expected) in [
                (HKQueryOptions(), [sample]), (.strictEndDate, [sample]), (.strictStartDate, []),
            ] {
                let predicate = HKQuery.predicateForSamples(
                    withStart: morning + 60,
                    end: morning + 120,
                    options: options
                )
                #expect(try await store.samples(steps, predicate) == expected)
            }
        }
    }

    @Test func `Key paths sort, too, and the server knows the start by either`() async throws {
        #expect(SampleOrder([SortDescriptor(\HKQuantitySample.startDate)]).isByStart)
        #expect(SampleOrder([SortDescriptor(\HKSample.startDate, order: .reverse)]).isDescending)
        #expect(!SampleOrder([SortDescriptor(\HKQuantitySample.endDate)]).isByStart)
        #expect(SampleOrder([NSSortDescriptor(key: "startDate", ascending: true)]).isByStart)
        #expect(!SampleOrder([NSSortDescriptor(key: "endDate", ascending: true)]).isByStart)
    }

    @Test func `Microseconds of a date survive the way to the server and back`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let now = Date(timeIntervalSinceReferenceDate: 770_000_000.123_456_7)
            let sample = stepSample(1, from: now, for: 0)
            try await store.save(sample)
            let predicate = HKQuery.predicateForSamples(
                withStart: now,
                end: nil,
                options: .strictStartDate
            )
            #expect(try await store.samples(steps, predicate) == [sample])
            let touching = HKQuery.predicateForSamples(withStart: now, end: now + 1)
            #expect(try await store.samples(steps, touching) == [sample])
        }
    }

    @Test func `A query of several types gives each sample once, in one order`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let mass = HKQuantitySample(
                type: HKQuantityType(.bodyMass),
                quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 80),
                start: morning + 30,
                end: morning + 30
            )
            let walks = [stepSample(1, from: morning), stepSample(2, from: morning + 60)]
            try await store.save(walks + [mass])
            let descriptors = [
                HKQueryDescriptor(sampleType: steps, predicate: nil),
                HKQueryDescriptor(
                    sampleType: steps,
                    predicate: HKQuery.predicateForObject(with: walks[0].uuid)
                ),
                HKQueryDescriptor(sampleType: mass.sampleType, predicate: nil),
            ]
            let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
            let found: [HKSample] = try await withCheckedThrowingContinuation { continuation in
                store.execute(
                    HKSampleQuery(
                        queryDescriptors: descriptors,
                        limit: HKObjectQueryNoLimit,
                        sortDescriptors: order
                    ) { continuation.resume(with: answer($1, $2)) }
                )
            }
            #expect(found == [walks[0], mass, walks[1]])
        }
    }

    @Test func `Operators that make no sense are an error of every query`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let count = HKQuantity(unit: .count(), doubleValue: 1)
            let wrong = [
                HKQuery.predicateForQuantitySamples(with: .contains, quantity: count),
                HKQuery.predicateForCategorySamples(with: .like, value: 1),
                HKQuery.predicateForObjects(
                    withMetadataKey: "a",
                    operatorType: .in,
                    value: "not a list"
                ),
                HKQuery.predicateForObjects(withMetadataKey: "a", allowedValues: [UUID()]),
                HKQuery.predicateForObjects(withDeviceProperty: "colour", allowedValues: ["red"]),
            ]
            for predicate in wrong {
                let nested = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
                for predicate in [predicate, nested] {
                    let sampleCode = await code { try await store.samples(steps, predicate) }
                    #expect(sampleCode == .errorInvalidArgument)
                    let changeCode = await code { try await store.changes(steps, predicate) }
                    #expect(changeCode == .errorInvalidArgument)
                }
            }
        }
    }
}
