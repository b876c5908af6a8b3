import HTTPClient
import HealthAPI
import TestSupport
import Testing

/// The calls that the comparison of worlds makes besides its reads, so that every route that a client
/// may call is in it.
extension PrivacyTests {
    /// A call of the writer.
    private struct Call {
        let method: String
        let target: String
        var body: JSONTree?
    }

    /// Names of samples that are there and hidden, and of one that never was.
    private static let names = [
        "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002",
        "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f",
    ]

    /// In order: what changes the world comes behind what reads it, and is looked at by it again.
    ///
    /// A pushed uuid that is somebody else's is answered as such, which docs/threat-model.md tells.
    private static let calls: [Call] =
        names.map { Call(method: "GET", target: "workouts/\($0)/statistics") }
        + [
            Call(method: "GET", target: "authorization?share=stepCount,workout&read=heartRate"),
            Call(method: "GET", target: "authorization?read=dateOfBirth,bodyMass"),
            Call(
                method: "POST",
                target: "authorization-requests",
                body: [
                    "share": ["stepCount"], "read": ["heartRate"],
                    "shareUsageDescription": "To count.", "readUsageDescription": "To show.",
                ]
            ),
            Call(method: "GET", target: "authorization-requests/\(names[2])"),
            // A name of a batch is a client's own, whoever else has one like it.
            Call(
                method: "POST",
                target: "samples",
                body: ["batch": "named", "samples": [steps("14:00", "14:10", 7)]]
            ),
            Call(
                method: "POST",
                target: "deletions",
                body: ["uuids": .array(names.map(JSONTree.string))]
            ),
            Call(
                method: "POST",
                target: "deletions",
                body: ["type": "stepCount", "syncIdentifiers": ["s"]]
            ),
            Call(
                method: "POST",
                target: "deletions",
                body: [
                    "type": "stepCount", "start": .string(moment("07:00")),
                    "end": .string(moment("09:05")),
                ]
            ),
            Call(
                method: "POST",
                target: "deletions",
                body: [
                    "type": "bloodPressure", "start": .string(moment("00:00")),
                    "end": .string(moment("20:00")), "contained": true,
                ]
            ),
        ]
        + ["changes", "sources", "samples?type=stepCount", "samples?type=bloodPressureSystolic"]
        .map { Call(method: "GET", target: $0) }

    /// What the writer is answered, calls that clients may not make included, and how a stream of
    /// its changes begins.
    func otherCalls(of person: Person, _ api: TestAPI) async throws -> [(String, Observation)] {
        var observations: [(String, Observation)] = []
        for call in Self.calls {
            let answer = try await person.app.send(
                call.method,
                "/v1/users/me/\(call.target)",
                body: call.body?.bytes
            )
            observations.append(("\(call.method) \(call.target)", Observation(answer)))
        }
        let forbidden: Set<String> = ["inspect", "administer", "own"]
        for row in RouteRow.all
        where forbidden.contains(ExpectedPermissions.table[row.name] ?? "own") {
            let answer = try await person.app.call(row, user: person.id, client: person.client)
            #expect(answer.summary == "403 forbidden", "\(row.name)")
            observations.append((row.name, Observation(answer)))
        }
        return observations
    }

    @Test("Every call that a client may make is compared")
    func complete() {
        let targets = Self.reads.map { ("GET", $0) } + Self.calls.map { ($0.method, $0.target) }
        let compared = targets.compactMap { method, target -> String? in
            let path = "/v1/users/me/" + target.prefix { $0 != "?" }
            guard case .found(_, let pattern) = Route.match(method: method, path: path) else {
                Issue.record("\(method) \(path) is no call")
                return nil
            }
            return "\(method) \(pattern)"
        }
        let wanted = ExpectedPermissions.table.filter { $0.value == "healthData" }
        #expect(Set(compared) == Set(wanted.keys))
    }

    @Test("A stream of changes begins alike in both worlds, and hidden changes are no events")
    func streams() async throws {
        var texts: [String] = []
        for isCrowded in [false, true] {
            try await withService { api in
                let person = try await writer(api)
                if isCrowded { try await crowd(api, person) }
                let stream = try RawConnection(port: api.port)
                stream.send(
                    "GET /v1/users/me/changes HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                        + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
                )
                let first = stream.read(until: "\"more\":false}")
                if isCrowded {
                    let other = try await api.join(user: person.id)
                    _ = try await other.app.push(steps("20:00", "20:10", 31_337))
                }
                _ = try await person.app.push(steps("21:00", "21:10", 42))
                texts.append(blotted(first + stream.read(until: "\"value\":42")))
            }
        }
        #expect(texts[0] == texts[1] && texts[0].contains("event: changes"))
    }

    /// A stream's text up to the value, with what is random in it at its length and without beats,
    /// which go by the clock.
    private func blotted(_ text: String) -> String {
        let end = text.firstRange(of: "\"value\":42")?.lowerBound ?? text.endIndex
        return String(text[..<end])
            .replacing(/3\r\n:\n\n\r\n/) { _ in "" }
            .replacing(/X-Request-Id: [^\r]*|Date: [^\r]*/) { _ in "" }
            .replacing(/"uuid":"[^"]*"/) { _ in "\"uuid\"" }
            .replacing(/(id: |"anchor":")[A-Za-z0-9_-]+/) { match in
                String(repeating: "*", count: match.output.0.count)
            }
    }
}
