import HealthModel
import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// Deliveries to a receiver that takes them.
@Suite("Deliveries of webhooks", .offPool, .timeLimit(.minutes(2)))
struct WebhookDeliveryTests {
    private func deliveries(_ receiver: Receiver, _ count: Int) async throws -> [ReceivedDelivery] {
        try await eventually("\(count) deliveries") { receiver.deliveries.count >= count }
        #expect(receiver.deliveries.count == count)
        return receiver.deliveries
    }

    @Test("A push is told, signed, and its anchor leads to exactly what is new")
    func delivered() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let hook = try await api.hook(person, url)
            _ = try await person.app.push(steps("09:00", "09:10", 2))
            let delivery = try await deliveries(receiver, 1)[0]
            #expect(delivery.path == "/hook" && delivery.types == ["StepCount"])
            #expect(delivery.headers["Content-Type"] == "application/json")
            #expect(delivery.headers["webhook-timestamp"] == "1796040000")
            #expect(delivery.signatures(by: hook.secret) == [true])
            #expect(delivery.json["delivery"].string == delivery.id)
            #expect(delivery.json["webhook"].string == hook.id)
            #expect(delivery.json["user"].string == person.id)
            let schema: JSONTree = ["$ref": "#/components/schemas/WebhookMessage"]
            #expect(Contract.shared.schemas.faults(in: delivery.json, schema).isEmpty)
            let anchor = try #require(delivery.anchor)
            let changes = try await person.app.get("/v1/users/me/changes", ("anchor", anchor))
            #expect(changes["added"].elements.map { $0["value"].number } == [2])
            try await eventually("logged") { try await api.attempts(of: hook.id) == ["1 204"] }
        }
    }

    @Test("With types, only these are told, and the anchor is good with them")
    func types() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            _ = try await person.app.push(heartRate("07:00", 60))
            _ = try await api.hook(person, url, types: ["heartRate", "bodyMass"])
            _ = try await person.app.push(steps("09:00", "09:10", 2))
            _ = try await person.app.push(heartRate("08:00", 61))
            let delivery = try await deliveries(receiver, 1)[0]
            #expect(delivery.types == ["HeartRate"])
            let changes = try await person.app.get(
                "/v1/users/me/changes",
                ("anchor", try #require(delivery.anchor)),
                ("type", "bodyMass,heartRate")
            )
            #expect(changes["added"].elements.map { $0["start"].string } == [moment("08:00")])
        }
    }

    @Test("A change that the client may not see causes no request; one that it may see does")
    func hidden() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person(read: [])
            let other = try await api.join(user: person.id)
            let stranger = try await api.person()
            _ = try await api.hook(person, url)
            let heart = try await other.app.push(heartRate("08:00", 60))
            #expect(heart.status == 200)
            _ = try await stranger.app.push(heartRate("08:00", 60))
            _ = try await person.app.push(steps("09:00", "09:10", 2))
            let first = try await deliveries(receiver, 1)[0]
            #expect(first.types == ["StepCount"])
            #expect(first.json["user"].string == person.id)
            _ = try await other.app.push(heartRate("09:00", 60))
            _ = try await person.app.push(steps("10:00", "10:10", 2))
            let second = try await deliveries(receiver, 2)[1]
            #expect(second.types == ["StepCount"])
            let anchor = try #require(second.anchor)
            let changes = try await person.app.get("/v1/users/me/changes", ("anchor", anchor))
            #expect(changes["added"].elements.count == 1)
        }
    }

    @Test("While a delivery is under way the user's next one waits, and is one for all that came")
    func coalesced() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            _ = try await person.app.push(steps("07:00", "07:10", 1))
            _ = try await api.hook(person, url)
            receiver.reply(
                .init(before: {
                    // Pushed while the receiver is still thinking.
                    for minute in 10..<20 {
                        _ = try? await person.app.push(heartRate("08:\(minute)", 60))
                    }
                })
            )
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let all = try await deliveries(receiver, 2)
            #expect(all[0].types == ["StepCount"] && all[1].types == ["HeartRate"])
            #expect(all[0].id != all[1].id)
            let anchor = try #require(all[1].anchor)
            let changes = try await person.app.get("/v1/users/me/changes", ("anchor", anchor))
            #expect(changes["added"].elements.count == 10)
        }
    }

    @Test("A grant makes earlier samples appear: the client starts over; so after a revocation")
    func grants() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person(read: [])
            let other = try await api.join(user: person.id)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            _ = try await other.app.push(heartRate("08:00", 60))
            _ = try await api.hook(person, url)
            func grant(_ read: JSONTree) async throws {
                _ = try await api.admin.put(
                    "/v1/users/\(person.id)/grants/\(person.client)",
                    ["share": ["*"], "read": read]
                )
            }
            try await grant(["*"])
            let granted = try await deliveries(receiver, 1)[0]
            #expect(granted.anchor == nil && Set(granted.types) == ["HeartRate", "StepCount"])
            try await grant([])
            let revoked = try await deliveries(receiver, 2)[1]
            #expect(revoked.anchor == nil && revoked.types == ["StepCount"])
            _ = try await other.app.push(heartRate("09:00", 60))
            _ = try await person.app.push(steps("09:00", "09:10", 1))
            #expect(try await deliveries(receiver, 3)[2].types == ["StepCount"])
        }
    }

    @Test("Lost notifications are made up for by looking")
    func lostNotification() async throws {
        try await withReceiver({ settings in
            settings.webhooks?.sweepInterval = .milliseconds(50)
            settings.hub.pollInterval = .seconds(3600)
        }) { api, receiver, url in
            let person = try await api.person()
            _ = try await api.hook(person, url)
            let connection = try api.database.connect()
            // No session hears of what is notified here.
            try connection.script(
                """
                CREATE FUNCTION public.pg_notify(text, text) RETURNS void
                    LANGUAGE sql AS $$ SELECT NULL::void $$;
                ALTER DATABASE \(api.database.name) SET search_path = public, pg_catalog;
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """
            )
            // A request that meets a session as it ends is told to come again.
            try await eventually("a push") {
                try await person.app.push(steps("08:00", "08:10", 1)).status == 200
            }
            // Whoever met a dead session waits a while before it tries again.
            try await eventually("a delivery") {
                api.clock.advance(bySeconds: 1)
                return !receiver.deliveries.isEmpty
            }
        }
    }

    @Test("While a rotated secret is good, both sign; afterwards the new one alone")
    func rotation() async throws {
        try await withReceiver { api, receiver, url in
            let person = try await api.person()
            let hook = try await api.hook(person, url)
            let rotated = try await api.admin.send("POST", "/v1/webhooks/\(hook.id)/secret")
            let secret = try #require(rotated["secret"].string)
            api.log.forbid(secret)
            _ = try await person.app.push(steps("08:00", "08:10", 1))
            let both = try await deliveries(receiver, 1)[0]
            #expect(both.signatures(by: secret) == [true, false])
            #expect(both.signatures(by: hook.secret) == [false, true])
            let end = api.clock.now.wholeSeconds + 86_400
            api.clock.advance(bySeconds: 86_401)
            // A courier that read the clock before it was set signs as of then: what is told
            // counts from the time that it carries.
            var value = 0.0
            try await eventually("a delivery after the end") {
                value += 1
                _ = try await person.app.push(steps("09:00", "09:10", value))
                return receiver.deliveries.contains { $0.timestamp ?? 0 > end }
            }
            for delivery in receiver.deliveries {
                let isLate = try #require(delivery.timestamp) > end
                #expect(delivery.signatures(by: secret) == (isLate ? [true] : [true, false]))
                #expect(delivery.signatures(by: hook.secret) == (isLate ? [false] : [false, true]))
            }
        }
    }

    @Test("Two servers do not deliver the same")
    func twoServers() async throws {
        try await withReceiver { api, receiver, url in
            let hub = ChangeHub(api.database.configuration) { _ in }
            let other = api.dispatcher(hub)
            let person = try await api.person()
            // Something is there before, so that every delivery has an anchor.
            _ = try await person.app.push(heartRate("08:00", 60))
            _ = try await api.hook(person, url)
            for minute in 10..<30 {
                _ = try await person.app.push(heartRate("08:\(minute)", 60))
            }
            let connection = try api.database.connect()
            try await eventually("all is told") {
                try connection.run(untoldCount).int8(0, 0) == 0
            }
            await other.close()
            await hub.close()
            let ids = receiver.deliveries.map(\.id)
            #expect(Set(ids).count == ids.count)
            // In order: each begins where the one before ended, so no change is in two of them.
            var rests: [Int] = []
            for delivery in receiver.deliveries {
                let anchor = try #require(delivery.anchor)
                let changes = try await person.app.get(
                    "/v1/users/me/changes",
                    ("anchor", anchor)
                )
                rests.append(changes["added"].elements.count)
            }
            #expect(rests.first == 20)
            #expect(zip(rests, rests.dropFirst()).allSatisfy(>), "\(rests)")
        }
    }
}

/// How many users have changes of which somebody was not told, or is just being told.
private let untoldCount = Statement(
    "test_untold_count",
    """
    SELECT count(*)
    FROM webhook_users AS x
    JOIN user_streams AS st ON st.user_id = x.user_id
    WHERE x.position < st.last_position OR x.delivery IS NOT NULL
    """
)

extension TestAPI {
    /// Another dispatcher on the same database, as of another server.
    func dispatcher(_ hub: ChangeHub) -> WebhookDispatcher {
        var settings = webhooks?.settings ?? WebhookSettings()
        settings.lookInterval = .milliseconds(20)
        let (clock, log) = (clock, log)
        return WebhookDispatcher(
            store: store,
            hub: hub,
            seals: Seals(key: TestAPISettings().sealingKey),
            settings: settings,
            log: Log { log.take($0) },
            now: { clock.now }
        )
    }
}
