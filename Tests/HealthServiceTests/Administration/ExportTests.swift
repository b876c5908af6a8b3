import HTTPClient
import HTTPServer
import HealthAPI
import HealthService
import HealthStore
import TestSupport
import Testing

/// Everything of a user in one answer.
@Suite("Exports", .offPool, .timeLimit(.minutes(2)))
struct ExportTests {
    private func lines(_ answer: Answer) throws -> [JSONTree] {
        let text = answer.body.split(separator: UInt8(ascii: "\n"))
        return try text.map { try JSONTree(parsing: Array($0)) }
    }

    private func counts(_ lines: some Sequence<JSONTree>) -> [String: Int] {
        lines.reduce(into: [:]) { $0[$1["kind"].string ?? "", default: 0] += 1 }
    }

    @Test("Every kind of thing is there, in the shape of the wire, and the last line counts them")
    func everything() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.person()
            _ = try await other.app.push(steps("07:00", "07:10", 5))
            _ = try await person.app.push(
                steps("08:00", "08:10", 1, from: "com.example.watch"),
                steps("09:00", "09:10", 2),
                heartRate("08:00", 60)
            )
            let sources = try await api.admin.get(person.path("/sources"))["sources"].elements
            let order: JSONTree = ["order": [sources[0]["id"]], "disabled": []]
            _ = try await api.admin.put(person.path("/sources/order/stepCount"), order)
            _ = try await api.admin.put(person.path("/characteristics"), ["bloodType": "oPositive"])
            let samples = try await person.app.get("/v1/users/me/samples", ("type", "stepCount"))
            let gone = samples["samples"][1]["uuid"]
            _ = try await person.app.post("/v1/users/me/deletions", ["uuids": [gone]])
            let answer = try await api.admin.raw("GET", person.path("/export"))
            #expect(answer.status == 200)
            #expect(answer.headers["Content-Type"] == "application/x-ndjson")
            let lines = try lines(answer)
            let counts = counts(lines.dropLast())
            let end = try #require(lines.last)
            #expect(end["kind"] == "end")
            #expect(end["counts"].members.mapValues { Int($0.number ?? -1) } == counts)
            #expect(counts["sample"] == 2 && counts["deletion"] == 1 && counts["user"] == 1)
            #expect(counts["source"] == sources.count && counts["sourceOrder"] == 1)
            #expect(counts["token"] == 1 && counts["grant"] == 1 && counts["client"] == 1)
            #expect(counts["characteristics"] == 1)
            let deletion = lines.first { $0["kind"] == "deletion" }
            #expect(deletion?["deletion"]["uuid"] == gone)
            let kept = lines.filter { $0["kind"] == "sample" }.map { $0["sample"] }
            let listed = samples["samples"][0]
            #expect(kept.contains(listed))
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(!text.contains("trib_") && !text.contains(other.id))
            #expect(text.contains("oPositive"))
        }
    }

    @Test("Requests, access codes and webhooks are there, without what opens them")
    func authorization() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let other = try await api.person(share: nil)
            var secrets: [String] = []
            for person in [person, other] {
                let asked: JSONTree = [
                    "read": ["bodyMass"], "readUsageDescription": "To show it to you.",
                ]
                let request = try await person.app.post(
                    "/v1/users/me/authorization-requests",
                    asked
                )
                let code = try await api.admin.post(person.path("/access-codes"), [:])
                let webhook = try await api.admin.post(
                    "/v1/webhooks",
                    [
                        "client": .string(person.client), "user": .string(person.id),
                        "url": "https://hook.example.com/",
                    ]
                )
                secrets += [request["userCode"], code["code"], webhook["secret"]].compactMap(
                    \.string
                )
            }
            try #require(secrets.count == 6)
            let answer = try await api.admin.raw("GET", person.path("/export"))
            let counts = counts(try lines(answer))
            #expect(counts["authorizationRequest"] == 1 && counts["accessCode"] == 1)
            #expect(counts["webhook"] == 1)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(text.contains("To show it to you."))
            #expect(text.contains("https://hook.example.com/"))
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }

    @Test("More than one page is exported whole")
    func pages() async throws {
        try await withService { api in
            let person = try await api.person()
            for batch in 0..<3 {
                let samples = (0..<1000).map { index in
                    let minute = index % 60
                    let hour = index / 60 % 24
                    let time = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
                    return heartRate(time, Double(batch * 1000 + index % 200 + 1))
                }
                let body: JSONTree = ["samples": .array(samples)]
                let pushed = try await person.app.post("/v1/users/me/samples", body)
                #expect(pushed.counts == "1000/0/0")
            }
            let lines = try lines(try await api.admin.raw("GET", person.path("/export")))
            let uuids = lines.filter { $0["kind"] == "sample" }.map { $0["sample"]["uuid"] }
            #expect(uuids.count == 3000)
            #expect(Set(uuids.compactMap(\.string)).count == 3000)
        }
    }

    @Test("While others write, the lines in their order lead to what there is at the end")
    func whileWriting() async throws {
        try await withService { api in
            let person = try await api.person()
            var last: [JSONTree] = []
            for round in 0..<4 {
                let samples = (0..<500).map { index in
                    let id = "00000000-0000-4000-8000-\(100_000_000_000 + round * 500 + index)"
                    return heartRate("08:00", 60).with(["uuid": .string(id)])
                }
                let body: JSONTree = ["samples": .array(samples)]
                _ = try await person.app.post("/v1/users/me/samples", body)
                last = samples
            }
            let doomed = last.map { $0["uuid"] }
            async let export = api.admin.raw("GET", person.path("/export"))
            let body: JSONTree = ["uuids": .array(doomed)]
            async let deletion = person.app.post("/v1/users/me/deletions", body)
            let (answer, deleted) = try await (export, deletion)
            #expect(deleted.status == 200)
            var alive: Set<String> = []
            for line in try lines(answer) {
                if let id = line["sample"]["uuid"].string { alive.insert(id) }
                if let id = line["deletion"]["uuid"].string { alive.remove(id) }
            }
            // Either the deletion came before the end of the export or after it, never in part.
            #expect([1500, 2000].contains(alive.count))
        }
    }

    @Test("A user that does not exist is refused, and it is written down who exported whom")
    func refused() async throws {
        try await withService { api in
            let missing = try await api.admin.get("/v1/users/00000000000000ff/export")
            #expect(missing.summary == "404 userNotFound")
            let person = try await api.person()
            _ = try await api.admin.raw("GET", person.path("/export"))
            let events = try await api.events(("action", "user.export"))
            #expect(events.map { $0["user"] } == [.string(person.id)])
        }
    }
}
