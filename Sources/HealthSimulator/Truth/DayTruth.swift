/// A stretch of whole minutes in which the person is on foot.
struct Spell: Hashable, Sendable {
    /// What the person does.
    enum Kind: Hashable, Sendable {
        /// Walking for minutes on end.
        case walk
        /// Running.
        case run
        /// Moving about slowly, as in a kitchen or a shop.
        case potter
        /// A few steps within one minute.
        case crumb
    }

    /// What the person does.
    let kind: Kind
    /// The minutes of the day.
    let minutes: Range<Int>
    /// Whether the phone is with the person.
    let isPhoneCarried: Bool

    /// The same in seconds of the day.
    var seconds: Range<Int> { minutes.lowerBound * 60..<minutes.upperBound * 60 }
}

/// What really happened on one day and in the night before; the devices see parts of it.
struct DayTruth: Hashable, Sendable {
    /// Steps a minute, for each of the day's 1440 minutes.
    private(set) var cadence: [Double]
    /// When the person was on foot, sorted, without overlap.
    let spells: [Spell]
    /// When the watch is worn, in seconds of the day, sorted; empty on a day off.
    let watchWear: [Range<Int>]

    /// The night that ends on the day.
    let night: Night

    /// Makes a day from its parts.
    init(cadence: [Double], spells: [Spell], watchWear: [Range<Int>], night: Night) {
        self.cadence = cadence
        self.spells = spells
        self.watchWear = watchWear
        self.night = night
    }

    /// All steps of the day.
    var totalSteps: Double { cadence.reduce(0, +) }

    /// The steps between two seconds of the day.
    func steps(in seconds: Range<Int>) -> Double {
        var sum = 0.0
        var second = seconds.lowerBound
        while second < seconds.upperBound {
            let minute = second / 60
            let end = min(seconds.upperBound, (minute + 1) * 60)
            sum += cadence[minute] * Double(end - second) / 60
            second = end
        }
        return sum
    }

    /// Whether the watch is worn throughout some seconds of the day.
    func isWatchWorn(in seconds: Range<Int>) -> Bool {
        watchWear.contains {
            $0.lowerBound <= seconds.lowerBound && seconds.upperBound <= $0.upperBound
        }
    }
}
