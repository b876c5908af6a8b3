import HTTPServer
import HealthService
import TestSupport
import Testing

/// Input that nobody would send in good faith, straight into the service: never a crash, never a
/// 500, always a code.
@Suite("Hostile input", .offPool)
struct HostileInputTests {
    private static let rounds = 400

    private func request(
        _ method: String,
        _ path: String,
        _ query: [(name: String, value: String)] = [],
        body: [UInt8] = [],
        token: String?,
        type: String = "application/json"
    ) -> HTTPRequest {
        let fields = [
            (name: "Authorization", value: "Bearer \(token ?? "")"),
            (name: "Content-Type", value: type),
        ]
        return HTTPRequest(
            head: HTTPRequestHead(
                id: "test",
                method: method,
                path: path,
                query: query,
                headers: HTTPHeaders(fields),
                remoteAddress: "127.0.0.1"
            ),
            body: RequestBody(body)
        )
    }

    /// Fails unless an answer is a success or a refusal with a code.
    private func check(_ response: HTTPResponse, _ comment: String) {
        let json = (try? JSONTree(parsing: response.body)) ?? .null
        #expect(response.status < 500, "\(comment)")
        // Pages are for people, and say it in words.
        let isPage = response.headers.contains {
            $0.name == "Content-Type" && $0.value.hasPrefix("text/html")
        }
        #expect(response.status < 400 || isPage || json["code"].string != nil, "\(comment)")
    }

    @Test("A good body with a few bytes changed")
    func changedBodies() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        try await withService { api in
            let person = try await api.person()
            let sample = steps("08:00", "08:10", 100, from: "phone").with([
                "uuid": "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f", "created": "2026-11-29T08:00:00Z",
                "device": ["name": "a"], "metadata": ["HKTimeZone": "Europe/Paris", "n": 1.25],
            ])
            let run = workout("08:00", "09:00").with([
                "totalDistance": ["value": 5, "unit": "km"], "duration": 60,
                "events": [["type": 1, "start": .string(moment("08:10")), "metadata": ["a": 1]]],
                "activities": [["activityType": "cycling", "start": .string(moment("08:00"))]],
            ])
            let samples: [JSONTree] = [
                sample, run, bloodPressure("08:00", 121, 79), sleep("01:00", "02:00", 3),
            ]
            let good = JSONTree.object(["batch": "b", "samples": .array(samples)]).bytes
            for round in 0..<Self.rounds {
                var body = good
                for _ in 0...Int.random(in: 0...3, using: &generator) {
                    mutate(&body, using: &generator)
                }
                let type = round % 4 == 0 ? "application/x-ndjson" : "application/json"
                let response = await api.service.respond(
                    to: request(
                        "POST",
                        "/v1/users/me/samples",
                        body: body,
                        token: person.app.token,
                        type: type
                    )
                )
                check(response, String(decoding: body, as: UTF8.self))
            }
        }
    }

    private func mutate(_ body: inout [UInt8], using generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<body.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: body[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: body.remove(at: place)
        case 2:
            body.insert(
                Array("\"{}[],:0e-\\".utf8).randomElement(using: &generator) ?? 0,
                at: place
            )
        default: body.replaceSubrange(place..<min(place + 9, body.count), with: "1e-999".utf8)
        }
        if body.isEmpty { body = [0x30] }
    }

    /// Texts that have broken something somewhere.
    private static let nasty = [
        "", " ", "\u{0}", "\u{FFFF}", "\u{1F468}\u{200D}\u{1F469}", "-1", "0", "1e400", "NaN",
        "9223372036854775808", "2026-02-31T00:00:00Z", "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z", "0000-01-01T00:00:00Z", "2016-12-31T23:59:60Z",
        "2026-11-29T08:00:00Z", "2026-11-29T08:00:00-00:00", "P1D", "PT1S", "P9999Y", "PT0S",
        "P9M9W", "recorded", "UTC", "Europe/Paris", "Etc/GMT+12", "Pacific/Kiritimati", "stepCount",
        "heartRate", "HKQuantityTypeIdentifierBodyMass", "sum", "sum,separateBySource",
        "average,mostRecent", "start", "start,end", "only", "count", "count/min", "km", "%", "*",
        "me", "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f", "' OR 1=1 --", "%s%n", "../../etc/passwd",
        ",", ",,", String(repeating: "A", count: 5000), "-start", "1000",
    ]

    @Test("Parameters and paths put together at random")
    func randomQueries() async throws {
        var generator = SeededGenerator()
        print("seed \(generator.seed)")
        let names = [
            "type", "start", "end", "strict", "source", "userEntered", "order", "limit", "cursor",
            "unit", "options", "timeZone", "interval", "anchorDate",
        ]
        let paths = [
            "samples", "statistics/stepCount", "statistics/heartRate",
            "statistics/stepCount/collection", "statistics/heartRate/collection",
            "statistics/stepCount/explanation", "sources", "sources/order/stepCount",
        ]
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 100), heartRate("08:00", 60))
            for _ in 0..<Self.rounds {
                let path = paths.randomElement(using: &generator) ?? ""
                // Good values for what is required, so that the others are reached.
                var query = [
                    (name: "start", value: "2026-11-29T00:00:00Z"),
                    (name: "end", value: "2026-11-30T00:00:00Z"),
                ]
                if path == "samples" { query.append((name: "type", value: "stepCount")) }
                if path.hasSuffix("collection") { query.append((name: "interval", value: "PT1H")) }
                for _ in 0...Int.random(in: 0...2, using: &generator) {
                    let name = names.randomElement(using: &generator) ?? ""
                    let value = Self.nasty.randomElement(using: &generator) ?? ""
                    query.removeAll { $0.name == name }
                    query.append((name: name, value: value))
                }
                let target = "/v1/users/me/\(path)"
                let request = request("GET", target, query, token: person.app.token)
                check(await api.service.respond(to: request), "\(target) \(query)")
            }
        }
    }

    @Test("Nasty texts in every part of every path and in every member of every body")
    func nastyEverywhere() async throws {
        try await withService { api in
            let person = try await api.person()
            for text in Self.nasty {
                for operation in Contract.shared.operations {
                    let path = operation.path.replacing("{user}", with: person.id)
                        .replacing("{type}", with: encoded(text))
                        .replacing("{client}", with: encoded(text))
                        .replacing("{token}", with: encoded(text))
                    guard operation.method != "DELETE" || path != person.path("") else { continue }
                    let names = [
                        "name", "timeZone", "bundleIdentifier", "share", "read", "client",
                        "expiresIn", "order", "disabled", "samples", "batch", "atomic",
                    ]
                    let body = names.reduce(into: JSONTree.object([:])) { body, name in
                        body[name] =
                            ["share", "order"].contains(name) ? [.string(text)] : .string(text)
                    }
                    let request = request(
                        operation.method,
                        path,
                        body: body.bytes,
                        token: TestAPI.adminToken
                    )
                    let response = await api.service.respond(to: request)
                    check(response, "\(operation.method) \(path) \(text)")
                }
            }
        }
    }

    private func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = text.utf8.flatMap { byte in
            [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
