import HealthAPI
import TestSupport
import Testing

/// From a method and a path to a route.
@Suite("Routes", .offPool)
struct RouteTests {
    private func route(_ method: String, _ path: String) -> Route? {
        if case .found(let route, _) = Route.match(method: method, path: path) {
            route
        } else {
            nil
        }
    }

    private func isNotFound(_ path: String) -> Bool {
        if case .notFound = Route.match(method: "GET", path: path) { true } else { false }
    }

    @Test("Every pattern is found by its own method and path, and names itself")
    func patterns() {
        for pattern in Route.patterns {
            guard
                case .found(_, let found) = Route.match(method: pattern.method, path: pattern.path)
            else {
                Issue.record("\(pattern.method) \(pattern.path) is not found")
                continue
            }
            #expect(found == pattern.path)
        }
    }

    @Test("No two patterns are the same call")
    func unique() {
        let calls = Route.patterns.map { "\($0.method) \($0.path)" }
        #expect(Set(calls).count == calls.count)
    }

    @Test("Parameters stand in the order of the path, decoded")
    func parameters() {
        #expect(
            route("GET", "/v1/users/a/grants/b") == .getGrants(user: "a", client: "b")
        )
        #expect(
            route("PUT", "/v1/users/%6De/sources/order/step%43ount")
                == .putSourceOrder(user: "me", type: "stepCount")
        )
        #expect(route("GET", "/v1/users/a%2Fb") == .getUser(user: "a/b"))
        #expect(route("GET", "/v1/users/%C3%A9") == .getUser(user: "\u{E9}"))
        #expect(route("GET", "/v1/users/a+b") == .getUser(user: "a+b"))
        #expect(route("GET", "/v1/users/..") == .getUser(user: ".."))
    }

    @Test("A fixed part is no parameter")
    func fixedParts() {
        #expect(
            route("GET", "/v1/users/u/statistics/t/collection")
                == .statisticsCollection(user: "u", type: "t")
        )
        #expect(route("GET", "/v1/users/u/statistics/t") == .statistics(user: "u", type: "t"))
        #expect(route("GET", "/v1/users/u/sources") == .listSources(user: "u"))
    }

    @Test("HEAD goes where GET goes; other methods are case-sensitive")
    func head() {
        #expect(route("HEAD", "/livez") == .livez)
        #expect(route("HEAD", "/v1/users") == .listUsers)
        #expect(route("HEAD", "/v1/grants") == nil)
        #expect(route("get", "/livez") == nil)
        #expect(route("", "/livez") == nil)
    }

    @Test(
        "Paths that are almost right are not found",
        arguments: [
            "", "/", "*", "livez", "/livez/", "//livez", "/LIVEZ", "/livez%20", "/%6Civez",
            "/v1/users//sources", "/v1/users/%/sources", "/v1/users/%4/sources",
            "/v1/users/%GG/sources", "/v1/users/%+1/sources", "/v1/users/%FF/sources",
            "/v1/users/a/sources/order", "/v1/users/a/sources/order/b/c",
        ]
    )
    func almost(path: String) {
        #expect(isNotFound(path))
    }

    @Test("A known path with an unknown method tells all methods it has")
    func methodNotAllowed() {
        guard case .methodNotAllowed(let allow) = Route.match(method: "PUT", path: "/v1/users/a")
        else {
            Issue.record("PUT is not refused as a method")
            return
        }
        #expect(Set(allow) == ["GET", "PATCH", "DELETE"])
    }
}
