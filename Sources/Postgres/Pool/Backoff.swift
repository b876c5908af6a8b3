/// Growing pauses between attempts, with chance in them so that many do not come back at once.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var attempts = 0

    /// Makes a sequence of pauses that begins at `first` and doubles up to `longest`.
    package init(first: Duration = .milliseconds(50), longest: Duration = .seconds(1)) {
        self.first = first
        self.longest = longest
    }

    /// Answers the next pause: between half and all of the current length.
    package mutating func next(
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let full = min(longest, first * (1 << min(attempts, 20)))
        attempts += 1
        return full * Double.random(in: 0.5...1, using: &generator)
    }

    /// Answers the next pause with the system's randomness.
    package mutating func next() -> Duration {
        var generator = SystemRandomNumberGenerator()
        return next(using: &generator)
    }

    /// Begins again with the shortest pause.
    package mutating func reset() { attempts = 0 }
}
