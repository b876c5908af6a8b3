import Foundation
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The example that counts today's steps", .offPool)
struct StepsTodayExampleTests {
    @Test func `The person decides, and the next launch shows the steps at once`() async throws {
        try await withRemoteStore(share: nil, read: nil) { store in
            let zone = Place.atNoon()
            let midnight = Place.midnight(in: zone)
            try await store.measure(steps(1000, from: midnight, minutes: 30))
            let first = try ExampleProgram("StepsToday", store: store, timeZone: zone.identifier)
            try await eventually("the person is asked") {
                try await !store.pendingRequests().isEmpty
            }
            for request in try await store.pendingRequests() {
                try await store.decide(request, share: ["stepCount"], read: ["stepCount"])
            }
            let asked = try await first.end()
            #expect(
                asked.lines == [
                    "At launch, saving steps is not determined",
                    "The person was asked; saving steps is authorized", "Steps today: 1000",
                ],
                "\(asked)"
            )
            #expect(asked.errors.contains(store.url), "It says where to decide: \(asked.errors)")

            try await store.measure(steps(234, from: midnight.addingTimeInterval(3600), minutes: 9))
            let second = try await ExampleProgram.run(
                "StepsToday",
                store: store,
                timeZone: zone.identifier
            )
            #expect(
                second.lines == [
                    "At launch, saving steps is authorized", "Steps today: 1234",
                ],
                "\(second)"
            )
            #expect(second.errors.isEmpty)
        }
    }

    @Test func `The day begins at local midnight`() async throws {
        try await withRemoteStore { store in
            let zone = Place.atNoon()
            let midnight = Place.midnight(in: zone)
            let evening = midnight.addingTimeInterval(-600)
            try await store.measure(
                steps(700, from: evening, minutes: 9),
                steps(40, from: midnight, minutes: 5)
            )
            let run = try await ExampleProgram.run(
                "StepsToday",
                store: store,
                timeZone: zone.identifier
            )
            #expect(run["Steps today"] == "40", "\(run)")
        }
    }

    @Test func `What the phone counts beside the watch counts once`() async throws {
        try await withRemoteStore { store in
            let zone = Place.atNoon()
            let start = Place.midnight(in: zone).addingTimeInterval(3600)
            try await store.measure(
                steps(600, from: start, minutes: 10),
                steps(640, from: start, minutes: 10, by: .watch)
            )
            let run = try await ExampleProgram.run(
                "StepsToday",
                store: store,
                timeZone: zone.identifier
            )
            #expect(run["Steps today"] == "640", "\(run)")
        }
    }

    @Test func `Refused reading shows no steps, as if there were none`() async throws {
        try await withRemoteStore(share: [], read: []) { store in
            let zone = Place.atNoon()
            try await store.measure(steps(900, from: Place.midnight(in: zone), minutes: 20))
            let run = try await ExampleProgram.run(
                "StepsToday",
                store: store,
                timeZone: zone.identifier
            )
            #expect(run.status == 0)
            #expect(
                run.lines == ["At launch, saving steps is denied", "Steps today: 0"],
                "\(run)"
            )
        }
    }
}

private func steps(
    _ count: Double,
    from start: Date,
    minutes: Double,
    by device: Measured.Device = .phone
) -> Measured {
    Measured(
        type: "stepCount",
        value: count,
        unit: "count",
        start: start,
        end: start.addingTimeInterval(minutes * 60),
        device: device
    )
}
