import Foundation
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The example that adds up a day's energy", .offPool)
struct EnergyOfTheDayExampleTests {
    @Test func `Grams are saved and kilograms are read`() async throws {
        try await withRemoteStore { store in
            try await store.setCharacteristics(["biologicalSex": "male"])
            let run = try await ExampleProgram.run("EnergyOfTheDay", store: store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Sex"] == "male")
            #expect(run["Weight"] == "83.4 kg")
            let saved = try await store.stored("bodyMass")
            #expect(saved.count == 1)
            #expect(saved.first.flatMap(\.value).map { abs($0 - 83.4) < 1e-9 } == true)
            #expect(saved.map(\.unit) == ["kg"])
        }
    }

    /// Every meal has a digit of its own in the sum of a day that it belongs to.
    @Test(arguments: [
        ("Europe/Paris", "4021 J in 25 hours"), ("America/Los_Angeles", "54320 J in 24 hours"),
        ("Asia/Tokyo", "4001 J in 24 hours"),
    ])
    func `The day on which clocks go back is everybody's own`(zone: String, energy: String)
        async throws
    {
        try await withRemoteStore { store in
            try await eatAroundClockChange(store)
            let run = try await ExampleProgram.run(
                "EnergyOfTheDay",
                ["2025-10-26"],
                store: store,
                timeZone: zone
            )
            #expect(run.lines.contains("Energy eaten on 2025-10-26"), "\(run)")
            #expect(run["Here, \(zone)"] == energy)
            #expect(run["Europe/Paris"] == "4021 J in 25 hours")
            #expect(run["America/Los_Angeles"] == "54320 J in 24 hours")
            #expect(run["Asia/Tokyo"] == "4001 J in 24 hours")
            #expect(run["Cut at UTC midnights"] == "4320 J in 24 hours")
        }
    }

    @Test func `The day on which clocks go forward has 23 hours`() async throws {
        try await withRemoteStore { store in
            // Half past eleven at night in Los Angeles, where it was an hour more until that day.
            try await store.measure(try meal(7, "2025-03-10T06:30:00Z"))
            try await store.measure(try meal(80, "2025-03-10T07:30:00Z"))
            let run = try await ExampleProgram.run("EnergyOfTheDay", ["2025-03-09"], store: store)
            #expect(run["America/Los_Angeles"] == "7 J in 23 hours", "\(run)")
            #expect(run["Europe/Paris"] == "0 J in 24 hours")
        }
    }

    @Test func `Today is the day where the person is`() async throws {
        try await withRemoteStore { store in
            let zone = Place.atNoon()
            let midnight = Place.midnight(in: zone)
            try await store.measure(
                Measured(type: energy, value: 500, unit: "J", start: midnight),
                Measured(type: energy, value: 9, unit: "J", start: midnight.addingTimeInterval(-1))
            )
            let run = try await ExampleProgram.run(
                "EnergyOfTheDay",
                store: store,
                timeZone: zone.identifier
            )
            #expect(run["Here, \(zone.identifier)"]?.hasPrefix("500 J") == true, "\(run)")
        }
    }

    @Test func `Refused reading leaves the app its own weight and nothing else`() async throws {
        try await withRemoteStore(share: ["bodyMass"], read: []) { store in
            try await store.setCharacteristics(["biologicalSex": "female"])
            try await eatAroundClockChange(store)
            let run = try await ExampleProgram.run("EnergyOfTheDay", ["2025-10-26"], store: store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Sex"] == "not set")
            #expect(run["Weight"] == "83.4 kg")
            #expect(run["Europe/Paris"] == "0 J in 25 hours")
        }
    }

    @Test func `Refused saving is said`() async throws {
        try await withRemoteStore(share: [], read: ["*"]) { store in
            let run = try await ExampleProgram.run("EnergyOfTheDay", store: store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Not saved"] != nil)
            #expect(run["Weight"] == "none")
            #expect(run["Sex"] == "not set")
        }
    }

    @Test func `What is no day is refused`() async throws {
        let run = try await ExampleProgram.run("EnergyOfTheDay", ["2025-02-29"], store: nil)
        #expect(run.status != 0)
        #expect(run.output.contains("That is no day"))
    }
}

private let energy = "dietaryEnergyConsumed"

/// Meals around 26 October 2025, of which every zone sees others on that day.
private func eatAroundClockChange(_ store: RemoteStore) async throws {
    try await store.measure(
        try meal(1, "2025-10-25T22:30:00Z"),
        try meal(4000, "2025-10-26T10:00:00Z"),
        try meal(20, "2025-10-26T22:30:00Z"),
        try meal(300, "2025-10-26T23:30:00Z"),
        try meal(50_000, "2025-10-27T05:00:00Z")
    )
}

private func meal(_ joules: Double, _ time: String) throws -> Measured {
    Measured(type: energy, value: joules, unit: "J", start: try Date(time, strategy: .iso8601))
}
