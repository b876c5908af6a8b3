import HealthModel
import HealthService
import TestSupport
import Testing

/// Deliveries to a receiver that does not take them.
@Suite("Retries of webhooks", .offPool, .timeLimit(.minutes(2)))
struct WebhookRetryTests {
    /// Moves the clock on until so much was delivered.
    private func deliveries(
        _ api: TestAPI,
        _ receiver: Receiver,
        _ count: Int,
        stepInSeconds: Int64 = 1
    ) async throws -> [ReceivedDelivery] {
        try await eventually("\(count) deliveries") {
            if receiver.deliveries.count >= count { return true }
            api.clock.advance(bySeconds: stepInSeconds)
            return false
        }
        return receiver.deliveries
    }

    @Test(
        "After a failure the same delivery is tried again, whatever is wrong",
        arguments: [
            500, 503, 429, 404, 307,
        ]
    )
    func retried(status: Int) async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            receiver.reply(statuses: status, status)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let all = try await deliveries(api, receiver, 3)
            #expect(Set(all.map(\.id)).count == 1 && Set(all.map(\.types)).count == 1)
            #expect(all[0].timestamp != all[2].timestamp)
            #expect(all[2].signatures(by: hook.secret) == [true])
            try await eventually("logged") {
                try await api.attempts(of: hook.id) == ["3 204", "2 \(status)", "1 \(status)"]
            }
            let state = try await api.state(of: hook.id)
            #expect(state["failing"] == 0 && state["parked"] == 0)
        }
    }

    @Test("Retry-After is waited for")
    func retryAfter() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            receiver.reply(.init(status: 503, headers: [(name: "Retry-After", value: "600")]))
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            try await eventually("the first attempt is logged") {
                try await api.attempts(of: hook.id) == ["1 503"]
            }
            let first = api.clock.now
            api.clock.advance(bySeconds: 599)
            // Something else is delivered meanwhile, so there was an occasion.
            let other = try await api.person()
            _ = try await api.hook(other, url, user: other.id)
            _ = try await other.app.push(steps("08:00", "08:10", 1))
            let two = try await deliveries(api, receiver, 2, stepInSeconds: 0)
            #expect(two[1].json["user"].string == other.id)
            let all = try await deliveries(api, receiver, 3)
            #expect(all[2].id == all[0].id)
            let moment = (first.microseconds + 600_000_000) / 1_000_000
            #expect(try #require(all[2].timestamp) >= moment)
        }
    }

    @Test("What fails for a day is parked; a replay sends it again")
    func parked() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            receiver.reply(statuses: 500, 500)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            try await eventually("failed") { try await api.state(of: hook.id)["failing"] == 1 }
            api.clock.advance(bySeconds: 86_401)
            try await eventually("parked") { try await api.state(of: hook.id)["parked"] == 1 }
            api.clock.advance(bySeconds: 86_401)
            _ = try await person.app.push(steps("09:00", "09:10", 1))
            // Another user's delivery, so there was an occasion for the parked one.
            let other = try await api.join(user: try await api.person().id)
            _ = try await api.hook(other, url, user: other.id)
            _ = try await other.app.push(steps("08:00", "08:10", 1))
            let three = try await deliveries(api, receiver, 3, stepInSeconds: 0)
            #expect(three[2].json["user"].string == other.id)
            let path = "/v1/webhooks/\(hook.id)/replay"
            let body: JSONTree = ["user": .string(person.id)]
            #expect(try await api.admin.post(path, body)["users"] == 1)
            let all = try await deliveries(api, receiver, 5, stepInSeconds: 0)
            #expect(all[3].id == all[0].id, "what was parked comes first")
            #expect(all[4].id != all[0].id, "then what came meanwhile")
            try await eventually("in order") {
                try await api.state(of: hook.id)["parked"] == 0
            }
        }
    }

    @Test("410 switches the webhook off; switched on again it goes on where it was")
    func gone() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            receiver.reply(statuses: 410)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            try await eventually("off") {
                try await api.state(of: hook.id)["disabledReason"] == "gone"
            }
            #expect(try await api.state(of: hook.id)["enabled"] == false)
            _ = try await person.app.push(heartRate("08:00", 60))
            let changed = try await api.admin.send(
                "PATCH",
                "/v1/webhooks/\(hook.id)",
                body: (["enabled": true] as JSONTree).bytes
            )
            #expect(changed["enabled"] == true && changed["disabledReason"] == .null)
            let all = try await deliveries(api, receiver, 3, stepInSeconds: 0)
            #expect(all[1].id == all[0].id && all[2].types == ["HeartRate"])
        }
    }

    @Test("What was not delivered when the server stopped is delivered by the next one")
    func restart() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            receiver.reply(statuses: 500)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            try await eventually("failed") { try await api.state(of: hook.id)["failing"] == 1 }
            await api.webhooks?.close()
            _ = try await person.app.push(heartRate("08:00", 60))
            let next = api.dispatcher(api.hub)
            let all = try await deliveries(api, receiver, 3)
            #expect(all[1].id == all[0].id && all[2].types == ["HeartRate"])
            await next.close()
        }
    }

    @Test("A delivery that its server did not live to end is made again, under the same name")
    func killed() async throws {
        try await withReceiver { api, receiver, url in
            await api.webhooks?.close()
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let first = api.dispatcher(api.hub)
            receiver.reply(.init(before: { await first.close() }))
            // The first server ends in the middle; what the receiver says is not heard.
            _ = try await deliveries(api, receiver, 1, stepInSeconds: 0)
            await first.close()
            let second = api.dispatcher(api.hub)
            let all = try await deliveries(api, receiver, 2)
            #expect(all[0].id == all[1].id)
            try await eventually("logged once") {
                try await api.attempts(of: hook.id) == ["1 204"]
            }
            await second.close()
        }
    }

    @Test("A name that leads to this machine is refused when it is connected to")
    func rebinding() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let disguised = url.replacing("http://127.0.0.1", with: "https://hook.localhost")
            let hook = try await api.hook(person, disguised)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            try await eventually("refused") {
                try await api.attempts(of: hook.id) == ["1 addressNotAllowed"]
            }
            #expect(receiver.deliveries.isEmpty)
        }
    }

    @Test("Nobody there is a failure with a word")
    func unreachable() async throws {
        try await withReceiver { api, _, _ in
            let person = try await api.person()
            let hook = try await api.hook(person, "http://127.0.0.1:1/")
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            try await eventually("failed") {
                try await api.attempts(of: hook.id) == ["1 connection"]
            }
        }
    }
}
