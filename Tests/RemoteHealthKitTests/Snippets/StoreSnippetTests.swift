import Foundation
import TestSupport
import Testing

@testable import HealthKitSnippets
@testable import RemoteHealthKit

@Suite("Snippets that ask, save and delete", .offPool, .timeLimit(.minutes(2)))
struct StoreSnippetTests {
    private let now = Date(timeIntervalSince1970: 1_764_500_400)

    @Test func `Asking is needed until somebody has decided`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let store = fixture.store
            let steps = HKQuantityType(.stepCount)
            #expect(try await answer { Authorization.isNeeded(store, completion: $0) })
            #expect(try await Authorization.isNeeded(store))
            #expect(Authorization.status(store, of: steps) == "ask")
            async let asked: Bool = answer { Authorization.request(store, completion: $0) }
            try await eventually("the person is asked") {
                try await !fixture.pendingRequests().isEmpty
            }
            for request in try await fixture.pendingRequests() {
                try await fixture.decide(request, share: ["stepCount"], read: ["stepCount"])
            }
            #expect(try await asked)
            try await Authorization.request(store)
            #expect(try await !Authorization.isNeeded(store))
            #expect(Authorization.status(store, of: steps) == "yes")
            #expect(Authorization.status(store, of: HKQuantityType(.bodyMass)) == "no")
        }
    }

    @Test func `Samples are saved, replaced and deleted`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            let saved: Bool = try await answer { done in
                Saving.save(Samples.weight(80, date: now, version: 1), in: store) { success, _ in
                    done(success)
                }
            }
            #expect(saved)
            try await Saving.saveAndDelete(
                [Samples.weight(81, date: now, version: 2)] + (0..<3).map(steps),
                in: store
            )
            #expect(try await fixture.sampleCount(of: "bodyMass") == 0)
            #expect(try await fixture.sampleCount(of: "stepCount") == 3)
            let deleted: Int = try await answer {
                Saving.deleteAll(
                    HKQuantityType(.stepCount),
                    from: now.addingTimeInterval(60),
                    to: now.addingTimeInterval(120),
                    in: store,
                    completion: $0
                )
            }
            #expect(deleted == 2)
            #expect(try await Saving.deleteAll(HKQuantityType(.stepCount), in: store) == 1)
            #expect(try await fixture.sampleCount(of: "stepCount") == 0)
        }
    }

    @Test func `Saving what is refused says so`() async throws {
        try await withRemoteStore(share: [], read: []) { fixture in
            let store = fixture.store
            let advice: String = try await answer { done in
                Saving.save(steps(0), in: store) { _, error in
                    done(error.map(Saving.advice) ?? "saved")
                }
            }
            #expect(advice == "Allow it in the settings.")
            let saved: Bool = try await answer {
                Saving.save([steps(0)], in: store, completion: $0)
            }
            #expect(!saved)
        }
    }

    @Test func `Personal facts are those that are set`() async throws {
        try await withRemoteStore { fixture in
            let store = fixture.store
            #expect(try PersonalFacts.describe(store).isEmpty)
            try await fixture.setCharacteristics([
                "dateOfBirth": "1984-05-17", "biologicalSex": "female", "bloodType": "abNegative",
                "fitzpatrickSkinType": "IV", "wheelchairUse": "yes",
                "activityMoveMode": "appleMoveTime",
            ])
            #expect(
                try PersonalFacts.describe(store) == [
                    "born in 1984", "female", "AB-", "skin IV", "wheelchair", "moves by time",
                ]
            )
            let height = HKQuantityType(.height)
            let unit = try await PersonalFacts.unit(of: height, in: store)
            #expect(unit.map(height.is(compatibleWith:)) == true)
            let text: String? = try await answer {
                PersonalFacts.unit(of: height, in: store, completion: $0)
            }
            #expect(text == unit?.unitString)
            #expect(PersonalFacts.earliest(store) < Date(timeIntervalSince1970: 0))
        }
    }

    private func steps(_ minute: Int) -> HKQuantitySample {
        let start = now.addingTimeInterval(Double(minute) * 60)
        return Samples.steps(10, from: start, to: start.addingTimeInterval(60))
    }
}
