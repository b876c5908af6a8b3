import HealthAPI
import HealthService
import HealthStore
import TestSupport
import Testing

/// Clients that are shut out for a while.
@Suite("Suspended clients", .offPool, .timeLimit(.minutes(2)))
struct SuspensionTests {
    private func suspend(_ api: TestAPI, _ person: Person, _ isSuspended: Bool) async throws {
        let answer = try await api.admin.patch(
            "/v1/clients/\(person.client)",
            ["suspended": .boolean(isSuspended)]
        )
        #expect(answer.status == 200 && (answer["suspendedAt"] != .null) == isSuspended)
    }

    @Test("Every call is refused at once, and works again when the client is let in")
    func suspended() async throws {
        try await withService { api in
            let person = try await api.person()
            let other = try await api.join(user: person.id)
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
            try await suspend(api, person, true)
            let calls = [
                try await person.app.get("/v1/users/me/sources"),
                try await person.app.push(steps("08:00", "08:10", 1)),
                try await person.app.get("/v1/clients"),
            ]
            for answer in calls { #expect(answer.summary == "403 clientSuspended") }
            #expect(try await other.app.get("/v1/users/me/sources").status == 200)
            try await suspend(api, person, false)
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
        }
    }

    @Test("A stream and a long poll that are under way end")
    func underWay() async throws {
        try await withService { api in
            let person = try await api.person()
            let anchor = try await person.app.get("/v1/users/me/changes")["anchor"]
            let poll = Task {
                try await person.app.send(
                    "GET",
                    "/v1/users/me/changes",
                    query: [("anchor", anchor.string ?? ""), ("wait", "300")]
                )
            }
            let stream = try RawConnection(port: api.port)
            stream.send(
                "GET /v1/users/me/changes HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                    + "Authorization: Bearer \(person.app.token ?? "")\r\n\r\n"
            )
            _ = stream.read(until: "}\n\n")
            try await eventually("both wait") { api.hub.waiters == 2 }
            try await suspend(api, person, true)
            #expect(try await poll.value.summary == "403 clientSuspended")
            #expect(stream.read(until: "0\r\n\r\n").hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("Webhooks of a suspended client rest, and go on where they were")
    func webhooks() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            _ = try await api.hook(person, url)
            let control = try await api.join(user: person.id)
            _ = try await api.hook(control, url)
            try await suspend(api, person, true)
            _ = try await control.app.push(steps("08:00", "08:10", 1))
            try await eventually("the other's delivery") { receiver.deliveries.count == 1 }
            let active = try await api.store.activeWebhooks()
            #expect(active.count == 1)
            try await suspend(api, person, false)
            try await eventually("its own delivery") { receiver.deliveries.count == 2 }
        }
    }

    @Test("A client's name can be changed; what is misspelt changes nothing")
    func change() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = "/v1/clients/\(person.client)"
            let before = try await api.admin.get(path)
            let named = try await api.admin.patch(path, ["name": "Other"])
            #expect(named["name"] == "Other" && named["suspendedAt"] == .null)
            #expect(
                try await api.admin.patch(path, ["suspend": true]).summary == "400 invalidRequest"
            )
            #expect(try await api.admin.patch(path, ["name": ""]).summary == "400 invalidRequest")
            let after = try await api.admin.get(path)
            #expect(after.json == before.json.with(["name": "Other"]))
            #expect(try await api.admin.get("/v1/clients/999").summary == "404 clientNotFound")
            let missing = try await api.admin.patch("/v1/clients/999", ["suspended": true])
            #expect(missing.summary == "404 clientNotFound")
        }
    }
}
