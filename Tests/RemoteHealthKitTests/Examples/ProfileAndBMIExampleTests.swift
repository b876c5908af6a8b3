import Foundation
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The example that shows a profile and its body mass index", .offPool)
struct ProfileAndBMIExampleTests {
    @Test func `A full profile is shown, and its index saved and found again`() async throws {
        try await withRemoteStore { store in
            try await store.setCharacteristics([
                "dateOfBirth": birthday(yearsAgo: 30), "biologicalSex": "female",
                "bloodType": "abNegative",
            ])
            // The older one is smaller, and was saved last.
            try await store.measure(height(1.80, daysAgo: 1), weight(81, daysAgo: 2))
            try await store.measure(height(1.60, daysAgo: 300))
            let run = try await ExampleProgram.run("ProfileAndBMI", store: store)
            #expect(run.status == 0, "\(run)")
            #expect(run["May save the body mass index"] == "yes")
            #expect(run["Age"] == "30")
            #expect(run["Sex"] == "female")
            #expect(run["Blood type"] == "AB-")
            #expect(run["Height"] == "180 cm")
            #expect(run["Weight"] == "81 kg")
            #expect(run["Body mass index"] == "25.00")
            #expect(run["Found again"] == "25.00")
            let saved = try await store.stored("bodyMassIndex")
            #expect(saved.count == 1)
            #expect(saved.first.flatMap(\.value).map { abs($0 - 25) < 1e-9 } == true)
            #expect(saved.first?.start == saved.first?.end)
            #expect(saved.first?.bundleIdentifier == RemoteStore.bundleIdentifier)
        }
    }

    @Test func `Nobody is older before their birthday`() async throws {
        try await withRemoteStore { store in
            let tomorrow = birthday(yearsAgo: 30, plusDays: 2)
            try await store.setCharacteristics(["dateOfBirth": tomorrow])
            let run = try await ExampleProgram.run("ProfileAndBMI", store: store)
            #expect(run["Age"] == "29")
        }
    }

    @Test func `Without a weight there is no index`() async throws {
        try await withRemoteStore { store in
            try await store.measure(height(1.8, daysAgo: 1))
            let run = try await ExampleProgram.run("ProfileAndBMI", store: store)
            #expect(run.status == 0, "\(run)")
            #expect(run["Age"] == "not set")
            #expect(run["Sex"] == "not set")
            #expect(run["Blood type"] == "not set")
            #expect(run["Height"] == "180 cm")
            #expect(run["Weight"] == "none")
            #expect(run["Body mass index"] == "needs a height and a weight")
            #expect(try await store.stored("bodyMassIndex").isEmpty)
        }
    }

    @Test func `Refused reading looks like an empty profile`() async throws {
        try await withRemoteStore(share: ["bodyMassIndex"], read: []) { store in
            let empty = try await ExampleProgram.run("ProfileAndBMI", store: store)
            try await store.setCharacteristics([
                "dateOfBirth": birthday(yearsAgo: 30), "biologicalSex": "male",
                "bloodType": "oPositive",
            ])
            try await store.measure(height(1.8, daysAgo: 1), weight(81, daysAgo: 1))
            let refused = try await ExampleProgram.run("ProfileAndBMI", store: store)
            #expect(refused.status == 0, "\(refused)")
            #expect(refused.output == empty.output)
            #expect(refused["Sex"] == "not set")
            #expect(refused["Weight"] == "none")
        }
    }

    @Test func `Refused saving is said, and nothing is saved`() async throws {
        try await withRemoteStore(share: [], read: ["*"]) { store in
            try await store.measure(height(1.8, daysAgo: 1), weight(81, daysAgo: 1))
            let run = try await ExampleProgram.run("ProfileAndBMI", store: store)
            #expect(run.status == 0, "\(run)")
            #expect(run["May save the body mass index"] == "no")
            #expect(run["Body mass index"] == "25.00")
            #expect(run["Saved"]?.hasPrefix("no") == true)
            #expect(try await store.stored("bodyMassIndex").isEmpty)
        }
    }

    @Test func `Without a server there is no health data`() async throws {
        let run = try await ExampleProgram.run("ProfileAndBMI", store: nil)
        #expect(run.status != 0)
        #expect(run.output.contains("Health data is not available here."))
    }

    @Test func `A server that is away is a failure that is said`() async throws {
        try await withRemoteStore { store in
            await store.server.stop()
            let run = try await ExampleProgram.run("ProfileAndBMI", store: store)
            #expect(run.status != 0)
            #expect(run.output.contains("failed"), "\(run)")
        }
    }
}

private func height(_ meters: Double, daysAgo days: Double) -> Measured {
    Measured(type: "height", value: meters, unit: "m", start: date(daysAgo: days))
}

private func weight(_ kilograms: Double, daysAgo days: Double) -> Measured {
    Measured(type: "bodyMass", value: kilograms, unit: "kg", start: date(daysAgo: days))
}

private func date(daysAgo days: Double) -> Date {
    Date(timeIntervalSinceNow: -days * 86_400)
}

/// A date of birth so many years before today, and some days later; two days are safe from midnight.
private func birthday(yearsAgo years: Int, plusDays days: Int = -2) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let shifted = calendar.date(byAdding: DateComponents(year: -years, day: days), to: Date())
    return (shifted ?? Date()).formatted(Date.ISO8601FormatStyle().year().month().day())
}
