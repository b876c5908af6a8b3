import HealthAPI
import TestSupport

/// Bodies of JSON, good ones with some of their parts exchanged and some of their bytes changed.
enum JSONFuzz {
    /// Bodies as calls know them.
    private static let bodies = [
        #"""
        {"batch":"b","atomic":false,"samples":[{"uuid":"6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f",
        "type":"stepCount","start":"2026-11-29T08:00:00Z","end":"2026-11-29T08:10:00Z","value":100,
        "unit":"count","created":"2026-11-29T08:00:00Z","device":{"name":"a","model":"b"},
        "source":{"bundleIdentifier":"phone","name":"Phone","version":"1","productType":"a,2"},
        "metadata":{"HKTimeZone":"Europe/Paris","HKWasUserEntered":true,"n":1.25,
        "HKMetadataKeySyncIdentifier":"s","HKMetadataKeySyncVersion":2}},
        {"type":"workout","start":"2026-11-29T08:00:00Z","end":"2026-11-29T09:00:00Z",
        "activityType":"running","duration":60,"totalDistance":{"value":5,"unit":"km"},
        "events":[{"type":1,"start":"2026-11-29T08:10:00Z","metadata":{"a":1}}],
        "activities":[{"activityType":"cycling","start":"2026-11-29T08:00:00Z"}]},
        {"type":"bloodPressure","start":"2026-11-29T08:00:00Z","end":"2026-11-29T08:00:00Z",
        "objects":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},
        {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]},
        {"type":"sleepAnalysis","start":"2026-11-29T01:00:00Z","end":"2026-11-29T02:00:00Z",
        "value":"asleepCore"}]}
        """#,
        #"{"uuids":["6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"],"contained":true}"#,
        #"""
        {"type":"stepCount","start":"2026-11-29T08:00:00Z","end":"2026-11-29T08:10:00Z",
        "strict":"start"}
        """#,
        #"{"type":"stepCount","syncIdentifiers":["s"]}"#,
        #"""
        {"share":["stepCount","bodyMass"],"read":["heartRate"],"shareUsageDescription":"Why.",
        "readUsageDescription":"Why."}
        """#,
        #"{"order":["6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"],"disabled":[]}"#,
        #"{"dateOfBirth":"1984-05-17","bloodType":5,"wheelchairUse":"yes","biologicalSex":null}"#,
        #"{"name":"Ana","timeZone":"Europe/Paris"}"#,
        #"{"bundleIdentifier":"com.example.fuzz","name":"Fuzz","suspended":false}"#,
        #"{"client":"1","expiresIn":3600,"overlap":0,"role":"auditor","name":"x"}"#,
        #"{"client":"1","url":"http://127.0.0.1:9/","types":["stepCount"],"enabled":false}"#,
        #"{"users":[],"client":"1","template":"t","share":{"allow":["stepCount"],"refuse":[]}}"#,
    ]

    /// What stands in for a part.
    private static let tokens = [
        "null", "true", "0", "-0", "1e400", "1e-400", "9223372036854775808", "0.1", "{}", "[]",
        "\"\"", "\"\\u0000\"", "\"\\ud800\"", "\"me\"", "{\"a\":1,\"a\":2}", "[[[[]]]]", "01",
        "NaN", "\"user_id\":1,\"a\"", String(repeating: "[", count: 3000),
        "\"" + String(repeating: "a", count: 70_000) + "\"",
    ]

    /// A call with a body: mostly of the route that the body is for, and sometimes of another.
    static func input(_ cast: FuzzCast, using generator: inout SeededGenerator) -> FuzzInput {
        let isAdmin = generator.isOnce(in: 3)
        let routes = Route.patterns.filter { ["POST", "PUT", "PATCH"].contains($0.method) }
        let (method, pattern) =
            generator.isOnce(in: 3)
            ? ("POST", "/v1/users/{user}/samples")
            : { ($0.method, $0.path) }(generator.one(of: routes))
        var path = Nasty.path(pattern, cast, using: &generator)
        if isAdmin { path = path.replacing("/users/me", with: "/users/\(cast.user)") }
        return FuzzInput.request(
            .json,
            method,
            path,
            token: isAdmin ? cast.adminToken : cast.token,
            fields: ["Content-Type: application/json"],
            body: body(pattern, using: &generator)
        )
    }

    private static func body(
        _ pattern: String,
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        let isPush = pattern.hasSuffix("{user}/samples") && !generator.isOnce(in: 8)
        let good = isPush ? bodies[0] : generator.one(of: bodies)
        var parts = TokenFuzz.parts(of: good)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            TokenFuzz.change(&parts, tokens, using: &generator)
        }
        var bytes = Array(parts.joined().utf8)
        if generator.isOnce(in: 3) { ByteFuzz.change(&bytes, using: &generator) }
        return bytes
    }
}
