import Foundation
import RemoteHealthKit

// A day to look at may be named, such as 2025-10-26; without one it is today.
let name = CommandLine.arguments.dropFirst().first
guard let day = name.map(CalendarDay.init(_:)) ?? CalendarDay(of: Date(), in: .current) else {
    print("That is no day; name one such as 2025-10-26.")
    exit(EXIT_FAILURE)
}

do {
    let screen = DayScreen(journal: Journal(), day: day)
    try await screen.journal.requestAuthorization()
    try await screen.showProfile()
    try await screen.showEnergy()
} catch {
    print("The day cannot be shown: \(error.localizedDescription)")
    exit(EXIT_FAILURE)
}
