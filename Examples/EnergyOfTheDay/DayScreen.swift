import Foundation
import RemoteHealthKit

/// Shows who the person is, what they weigh, and what they ate on a day.
struct DayScreen: Sendable {
    /// Where the numbers come from.
    let journal: Journal
    /// The day looked at.
    let day: CalendarDay

    /// Shows the sex, saves a weight in grams and shows it in kilograms.
    func showProfile() async throws {
        print("Sex: \(try journal.sex().title)")
        do {
            try await journal.saveWeight(inGrams: 83_400, date: Date())
        } catch HKError.errorAuthorizationDenied {
            print("Not saved: the person does not let this app save weights")
        }
        let formatter = MassFormatter()
        let weight = try await journal.weightInKilograms()
        print(
            "Weight: \(weight.map { formatter.string(fromValue: $0, unit: .kilogram) } ?? "none")"
        )
    }

    /// Shows the energy eaten, here and elsewhere, where the day is another.
    func showEnergy() async throws {
        print("Energy eaten on \(day)")
        try await showEnergy(in: .current, called: "Here, \(TimeZone.current.identifier)")
        for name in ["America/Los_Angeles", "Europe/Paris", "Asia/Tokyo"] {
            guard let zone = TimeZone(identifier: name) else { continue }
            try await showEnergy(in: zone, called: name)
        }
        // The trap: a day cut at midnight in Greenwich is nobody's day who lives elsewhere.
        try await showEnergy(in: .gmt, called: "Cut at UTC midnights")
    }

    private func showEnergy(in zone: TimeZone, called name: String) async throws {
        guard let interval = day.interval(in: zone) else { return }
        let joules = try await journal.energyEaten(in: interval)
        let hours = Int(interval.duration / 3600)
        print("\(name): \(String(format: "%.0f", joules)) J in \(hours) hours")
    }
}

extension HKBiologicalSex {
    /// The word for it.
    var title: String {
        switch self {
        case .female: "female"
        case .male: "male"
        case .other: "other"
        default: "not set"
        }
    }
}
