/// So many units a minute, and what is left of them: arithmetic without a clock.
///
/// The generic cell rate algorithm (ITU-T I.371, annex A): of each caller one moment is kept, at
/// which its quota is whole again. A unit moves it on by the time in which one comes back; what is
/// taken may never be more than a whole quota ahead, but for what was not known before it was read.
/// Times are nanoseconds.
struct Quota: Hashable, Sendable {
    /// The units a minute, and at once; within `RateLimits.range`.
    let units: Int

    /// The time in which a whole quota comes back.
    static let window = 60_000_000_000

    /// The most that somebody may owe, as time: who pushed a gigabyte waits an hour at most.
    static let longestDebt = 60 * window

    /// The time in which some units come back.
    func time(for count: Int) -> Int {
        let (product, overflows) = count.multipliedReportingOverflow(by: Self.window)
        return overflows ? Self.longestDebt : product / units
    }

    /// Whether one more unit may be taken of a quota that is whole again in so long.
    func hasRoom(_ wait: Int) -> Bool { wait + time(for: 1) <= Self.window }

    /// What is left of a quota that is whole again in so long, and when more may be taken.
    func state(_ wait: Int) -> State {
        let left = max(0, Self.window - wait)
        return State(
            units: units,
            left: left * units / Self.window,
            secondsUntilWhole: Self.seconds(wait),
            secondsUntilRoom: Self.seconds(max(0, wait + time(for: 1) - Self.window))
        )
    }

    /// A quota at some moment.
    struct State: Hashable, Sendable {
        /// The whole quota.
        let units: Int
        /// The units that may be taken at once.
        let left: Int
        /// Seconds, rounded up, until nothing is missing.
        let secondsUntilWhole: Int
        /// Seconds, rounded up, until one unit may be taken; 0 when it may be now.
        let secondsUntilRoom: Int
    }

    /// Whole seconds, rounded up.
    private static func seconds(_ nanoseconds: Int) -> Int {
        (nanoseconds + 999_999_999) / 1_000_000_000
    }
}
