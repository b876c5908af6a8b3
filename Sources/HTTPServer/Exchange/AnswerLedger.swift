/// What large answers hold together while they are sent, and whose turn it is to go.
///
/// A value without sockets or clocks: every event says the time and what has arrived where.
struct AnswerLedger<Request: Hashable> {
    typealias Moment = ContinuousClock.Instant

    private struct Entry {
        let bytes: Int
        let began: Moment
        /// What had arrived of it when it was last looked at.
        var arrived = 0
        /// When that was last seen to have become more.
        var progress: Moment
    }

    /// The most bytes they hold together, but for an answer that is alone.
    let limit: Int
    /// The bytes they hold.
    private(set) var bytes = 0
    private var entries: [Request: Entry] = [:]

    /// Makes an empty ledger.
    init(limit: Int) { self.limit = limit }

    /// Notes an answer of so many bytes that begins to be sent.
    ///
    /// Answers the requests whose answers have to be broken off to make room for it, which are gone
    /// from the ledger: those that have stood still longest, and of those that move the youngest.
    mutating func begin(
        _ request: Request,
        bytes count: Int,
        at now: Moment,
        arrived: (Request) -> Int
    ) -> [Request] {
        var stopped: [Request] = []
        if bytes + count > limit {
            look(at: now, arrived: arrived)
            for other in longestStill where bytes + count > limit {
                end(other)
                stopped.append(other)
            }
        }
        entries[request] = Entry(bytes: count, began: now, progress: now)
        bytes += count
        return stopped
    }

    /// Notes that an answer is sent or given up; no effect where none was noted.
    mutating func end(_ request: Request) {
        bytes -= entries.removeValue(forKey: request)?.bytes ?? 0
    }

    /// Looks how far the answers have come.
    mutating func look(at now: Moment, arrived: (Request) -> Int) {
        for (request, entry) in entries {
            let count = arrived(request)
            guard count > entry.arrived else { continue }
            entries[request]?.arrived = count
            entries[request]?.progress = now
        }
    }

    private var longestStill: [Request] {
        entries.sorted { ($0.value.progress, $1.value.began) < ($1.value.progress, $0.value.began) }
            .map(\.key)
    }
}
