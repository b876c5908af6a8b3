import Synchronization

/// When things may happen that happen at most so often a second.
///
/// Times are seconds since any fixed moment.
struct Pace: Sendable {
    private let perSecond: Double
    private var next = 0.0

    /// Makes the pace of so many a second.
    init(perSecond: Int) {
        self.perSecond = Double(perSecond)
    }

    /// Takes the place of some in the row, and answers how many seconds they have to wait.
    ///
    /// What was not used of the past is not made up for.
    mutating func wait(for count: Int, at now: Double) -> Double {
        let start = max(now, next)
        next = start + Double(count) / perSecond
        return start - now
    }
}

/// Makes tasks wait for their turn.
final class Pacer: Sendable {
    private let pace: Mutex<Pace?>
    private let start = ContinuousClock.now

    /// Makes one; without a rate nobody waits.
    init(perSecond rate: Int?) {
        pace = Mutex(rate.map { Pace(perSecond: $0) })
    }

    /// Waits until so many may go.
    ///
    /// - Throws: `CancellationError`.
    func wait(for count: Int) async throws {
        let (seconds, attoseconds) = start.duration(to: .now).components
        let now = Double(seconds) + Double(attoseconds) / 1e18
        let pause = pace.withLock { $0?.wait(for: count, at: now) }
        if let pause, pause > 0 { try await Task.sleep(for: .seconds(pause)) }
    }
}
