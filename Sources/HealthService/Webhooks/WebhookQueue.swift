import HealthModel
import HealthStore

/// Whose turn it is: the dispatcher's decisions as a value without threads, clocks or a database.
///
/// A pair is worked at by one at a time, and again when something happened meanwhile. Webhooks take
/// turns; one whose receiver cannot be reached is left alone for a while, with all of its users.
struct WebhookQueue {
    private struct Line {
        var users: [UserID] = []
        var members: Set<UserID> = []
        var running: Set<UserID> = []
        var notBefore: Instant?
        var failures = 0
        var hasOverflowed = false
    }

    private let limit: Int
    private let atOnce: Int
    private var lines: [WebhookID: Line] = [:]
    private var order: [WebhookID] = []

    /// Makes a queue for so many waiting users of a webhook, and so many at work at once.
    init(limit: Int, atOnce: Int) {
        self.limit = limit
        self.atOnce = atOnce
    }

    /// How many pairs wait.
    var count: Int { lines.values.reduce(0) { $0 + $1.users.count } }

    /// Adds a pair, unless it waits already; where there is no room it is left to be found again.
    mutating func add(_ pair: WebhookPair) {
        if lines[pair.webhook] == nil { order.append(pair.webhook) }
        var line = lines.removeValue(forKey: pair.webhook) ?? Line()
        if line.members.count >= limit {
            line.hasOverflowed = true
        } else if line.members.insert(pair.user).inserted {
            line.users.append(pair.user)
        }
        lines[pair.webhook] = line
    }

    /// Takes the next pair to work at; nil where there is none now.
    mutating func next(at now: Instant) -> WebhookPair? {
        for (turn, webhook) in order.enumerated() {
            guard let line = lines[webhook], line.running.count < atOnce,
                line.notBefore.map({ $0 <= now }) ?? true,
                let index = line.users.firstIndex(where: { !line.running.contains($0) })
            else { continue }
            let user = line.users[index]
            lines[webhook]?.users.remove(at: index)
            lines[webhook]?.members.remove(user)
            lines[webhook]?.running.insert(user)
            order.append(order.remove(at: turn))
            return WebhookPair(webhook: webhook, user: user)
        }
        return nil
    }

    /// Ends the work at a pair; answers whether others that had no room should be looked for.
    mutating func done(_ pair: WebhookPair) -> Bool {
        guard var line = lines.removeValue(forKey: pair.webhook) else { return false }
        line.running.remove(pair.user)
        let isWorthALook = line.hasOverflowed && line.users.isEmpty
        if isWorthALook { line.hasOverflowed = false }
        if line.users.isEmpty, line.running.isEmpty, line.notBefore == nil {
            order.removeAll { $0 == pair.webhook }
        } else {
            lines[pair.webhook] = line
        }
        return isWorthALook
    }
}

/// What is known of receivers.
extension WebhookQueue {
    /// A receiver answered.
    mutating func reached(_ webhook: WebhookID) {
        lines[webhook]?.failures = 0
        lines[webhook]?.notBefore = nil
    }

    /// A receiver could not be reached, or not answer; tells how often now, one after another.
    mutating func missed(_ webhook: WebhookID) -> Int {
        lines[webhook]?.failures += 1
        return lines[webhook]?.failures ?? 1
    }

    /// Leaves a receiver alone until then.
    mutating func hold(_ webhook: WebhookID, until moment: Instant) {
        lines[webhook]?.notBefore = moment
    }

    /// Lets everybody be tried at once: an operator changed something.
    mutating func releaseAll() {
        for webhook in order { reached(webhook) }
    }
}
