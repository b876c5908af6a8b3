import Foundation

/// A walk from one instant to another.
struct Walk: Sendable {
    /// The time after which a walk is over, whoever forgets to stop it: an hour.
    static let longest: TimeInterval = 3600

    /// When it began.
    let start: Date
    /// When it ended.
    let end: Date
    /// How far it went, in miles.
    let miles: Double

    /// Makes a walk; one that nobody stopped ends after an hour.
    init(start: Date, stoppedAt stop: Date, miles: Double) {
        self.start = start
        end = min(stop, start.addingTimeInterval(Self.longest))
        self.miles = miles
    }

    /// How long it took, such as `0:59:03`.
    var duration: String {
        let seconds = Int(end.timeIntervalSince(start))
        return String(format: "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}
