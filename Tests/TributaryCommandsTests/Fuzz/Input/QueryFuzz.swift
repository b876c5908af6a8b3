import HealthAPI
import TestSupport

/// Queries put together of the names that calls know and of values that fit or do not.
enum QueryFuzz {
    private static let names = [
        "type", "start", "end", "strict", "source", "userEntered", "order", "limit", "cursor",
        "unit", "options", "timeZone", "interval", "anchorDate", "anchor", "value", "activityType",
        "share", "read", "state", "disabled", "lang", "code", "request", "batch", "atomic", "user",
        "client", "actor", "action", "access_token", "",
    ]

    /// A call of any route that only reads.
    static func input(
        _ cast: FuzzCast,
        using generator: inout SeededGenerator
    ) -> FuzzInput {
        let patterns = Route.patterns.filter { $0.method == "GET" }
        let pattern = generator.one(of: patterns).path
        let isAdmin = generator.isOnce(in: 3)
        var path = Nasty.path(pattern, cast, using: &generator)
        if isAdmin { path = path.replacing("/users/me", with: "/users/\(cast.user)") }
        return FuzzInput.request(
            .query,
            "GET",
            path + "?" + query(pattern, using: &generator),
            token: isAdmin ? cast.adminToken : cast.token,
            fields: ["Cookie: \(cast.cookie)"]
        )
    }

    /// A query for a route; its separators and escapes may be broken, too.
    static func query(_ pattern: String, using generator: inout SeededGenerator) -> String {
        var pairs: [(name: String, value: String)] = []
        if pattern.contains("/statistics/") || pattern.hasSuffix("/preview") {
            pairs += [("start", "2026-11-29T00:00:00Z"), ("end", "2026-11-30T00:00:00Z")]
        }
        if pattern.hasSuffix("/collection") { pairs.append(("interval", "PT1H")) }
        if pattern.hasSuffix("{user}/samples") { pairs.append(("type", "stepCount")) }
        for _ in 0...Int.random(in: 0...3, using: &generator) {
            let name = generator.one(of: names)
            // Mostly in place of a good one: a name that comes twice is refused early.
            if !generator.isOnce(in: 6) { pairs.removeAll { $0.name == name } }
            pairs.append((name, Nasty.text(using: &generator)))
        }
        let isBroken = generator.isOnce(in: 10)
        return pairs.map { pair in
            let value = isBroken ? "%\(pair.value.prefix(1).utf8.first ?? 0)%F" : pair.value
            let encoded = isBroken ? value : PercentEncoding.encode(value)
            return PercentEncoding.encode(pair.name) + "=" + encoded
        }.joined(separator: generator.isOnce(in: 20) ? ";" : "&")
    }
}
