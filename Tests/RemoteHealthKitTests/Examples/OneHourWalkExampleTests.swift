import Foundation
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The example that times a walk", .offPool)
struct OneHourWalkExampleTests {
    /// Starts the walk, stops it, and says how far it was.
    private let typed = "\n\n3.1\n"

    @Test func `Miles are saved at one instant and shown in kilometres`() async throws {
        try await withRemoteStore { store in
            try await store.measure(
                Measured(type: "height", value: 5.5, unit: "ft", start: minutes(-9000))
            )
            let run = try await walk(store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Height"] == "1.68 m")
            #expect(run.output.contains("Walked 3.1 mi in 0:00:0"))
            #expect(run.lines.contains("Saved"))
            #expect(run["Together"] == "4.99 km")
            let saved = try await store.stored("distanceWalkingRunning")
            #expect(saved.count == 1)
            #expect(saved.first?.unit == "m")
            #expect(saved.first.flatMap(\.value).map { abs($0 - 3.1 * 1609.344) < 1e-6 } == true)
            #expect(saved.first?.start == saved.first?.end)
        }
    }

    @Test func `A watch that measured the same walk hides it, and adds the rest of the day`()
        async throws
    {
        try await withRemoteStore { store in
            try await store.measure(
                distance(6, from: minutes(-40), to: minutes(20)),
                distance(2, from: minutes(-130), to: minutes(-100))
            )
            let run = try await walk(store)
            #expect(run["Watch"] == "8.00 km", "\(run)")
            #expect(run.output.contains(": 4.99 km"))
            #expect(run["Together"] == "8.00 km")
        }
    }

    @Test func `A watch that rested meanwhile adds up with the walk`() async throws {
        try await withRemoteStore { store in
            try await store.measure(distance(2, from: minutes(-130), to: minutes(-100)))
            let run = try await walk(store)
            #expect(run["Together"] == "6.99 km", "\(run)")
        }
    }

    @Test func `Refused reading leaves the app its own walk`() async throws {
        try await withRemoteStore(share: ["distanceWalkingRunning"], read: []) { store in
            try await store.measure(
                distance(6, from: minutes(-40), to: minutes(20)),
                Measured(type: "height", value: 1.7, unit: "m", start: minutes(-9000))
            )
            let run = try await walk(store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Height"] == "unknown")
            #expect(run["Watch"] == nil)
            #expect(run["Together"] == "4.99 km")
        }
    }

    @Test func `Refused saving is said, and the day is shown without the walk`() async throws {
        try await withRemoteStore(share: [], read: ["*"]) { store in
            let run = try await walk(store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Not saved"] != nil)
            #expect(run["Together"] == "0.00 km")
            #expect(try await store.stored("distanceWalkingRunning").isEmpty)
        }
    }

    private func walk(_ store: RemoteStore) async throws -> ExampleRun {
        try await ExampleProgram.run(
            "OneHourWalk",
            store: store,
            timeZone: Place.atNoon().identifier,
            input: typed
        )
    }
}

private func minutes(_ count: Double) -> Date { Date(timeIntervalSinceNow: count * 60) }

private func distance(_ kilometers: Double, from start: Date, to end: Date) -> Measured {
    Measured(
        type: "distanceWalkingRunning",
        value: kilometers,
        unit: "km",
        start: start,
        end: end,
        device: .watch
    )
}
