import Foundation
import Synchronization

/// What everybody in a soak shares: how far it is, what was counted, what was found.
final class SoakRun: Sendable {
    /// How far a soak is.
    enum Phase: Int, AtomicRepresentable, Sendable {
        /// Writers write, faults happen.
        case load
        /// No more faults; writers settle what they began.
        case settling
        /// Readers read to the end.
        case closing
        /// Everybody ends, whether done or not.
        case abandoned
    }

    /// What the summary tells.
    struct Counts: Sendable {
        var serverKills = 0
        var databaseKills = 0
        var cuts = 0
        var restarts = 0
        var batches = 0
        var retries = 0
        var acknowledged = 0
        var replacements = 0
        var deletions = 0
        var reads = 0
    }

    /// How many requests of writers are under way.
    let underWay = Atomic<Int>(0)

    private let state = Atomic<Phase>(.load)
    private let tally = Mutex(Counts())
    private let findings = Mutex<[String]>([])

    /// How far the soak is.
    var phase: Phase {
        get { state.load(ordering: .sequentiallyConsistent) }
        set { state.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// What was counted so far.
    var counts: Counts { tally.withLock { $0 } }

    /// What was found to differ from what it should be.
    var differences: [String] { findings.withLock { $0 } }

    /// Adds to a count.
    func count(_ path: WritableKeyPath<Counts, Int>, _ number: Int = 1) {
        tally.withLock { $0[keyPath: path] += number }
    }

    /// Notes a difference.
    func differ(_ difference: String) {
        findings.withLock { findings in
            if findings.count < 20 { say("DIFFERENCE: \(difference)") }
            findings.append(difference)
        }
    }
}

/// Prints a line of the soak at once, also into a pipe.
func say(_ line: String) {
    print("soak: \(line)")
    fflush(nil)
}
