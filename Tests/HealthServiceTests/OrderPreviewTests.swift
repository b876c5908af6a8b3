import HTTPClient
import TestSupport
import Testing

/// What another order of sources would change, before anybody sets it.
@Suite("Preview of an order", .offPool)
struct OrderPreviewTests {
    private static let order = "/v1/users/me/sources/order/stepCount"
    private static let preview = order + "/preview"

    /// A phone with two ten minutes of 100 and 50, a watch with 300 in the first of them.
    private func pushed(by person: Person) async throws -> (phone: String, watch: String) {
        _ = try await person.app.push(
            steps("08:00", "08:10", 100, from: "phone", product: "iPhone15,2"),
            steps("09:00", "09:10", 50, from: "phone", product: "iPhone15,2"),
            steps("08:00", "08:10", 300, from: "watch", product: "Watch6,7")
        )
        let sources = try await person.app.get("/v1/users/me/sources")["sources"].elements
        func id(_ bundle: String) throws -> String {
            let found = sources.first { $0["bundleIdentifier"].string == bundle }
            return try #require(found?["id"].string)
        }
        return (try id("phone"), try id("watch"))
    }

    private func ask(
        _ caller: Caller,
        _ query: [(String, String)],
        path: String = preview
    ) async throws -> Answer {
        try await caller.send("GET", path, query: wholeDay + query)
    }

    @Test("It gives both sums and the change of every bucket, days in UTC unless asked otherwise")
    func shape() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, _) = try await pushed(by: person)
            let range = [("start", "2026-11-28T00:00:00Z"), ("end", "2026-11-30T00:00:00Z")]
            let answer = try await person.app.send(
                "GET",
                Self.preview,
                query: range + [("order", phone.uppercased())]
            )
            #expect(answer.status == 200)
            #expect(answer["interval"] == "P1D" && answer["timeZone"] == "UTC")
            #expect(answer["order"] == [.string(phone)] && answer["disabled"] == [])
            #expect(answer["current"] == 350 && answer["proposed"] == 150)
            let buckets = answer["buckets"].elements
            #expect(buckets.map { $0["current"] } == [.null, 350])
            #expect(buckets.map { $0["proposed"] } == [.null, 150])
            #expect(buckets.map { $0["change"] } == [.null, -200])
            #expect(buckets[1]["start"] == "2026-11-29T00:00:00Z")
        }
    }

    @Test("Where one side has no data the other is the change")
    func oneSided() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, watch) = try await pushed(by: person)
            let both = "\(phone),\(watch)"
            let hours = [("interval", "PT1H"), ("disabled", both)]
            let buckets = try await ask(person.app, hours)["buckets"].elements
            #expect(buckets.count == 24)
            #expect(buckets[8]["proposed"] == .null && buckets[8]["change"] == -300)
            #expect(buckets[9]["change"] == -50 && buckets[10]["change"] == .null)
        }
    }

    @Test("Nothing is set and nothing is marked by it")
    func nothingWritten() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, _) = try await pushed(by: person)
            _ = try await person.app.send(
                "GET",
                "/v1/users/me/statistics/stepCount",
                query: wholeDay
            )
            let before = try await api.admin.get(person.path("/sources/order/stepCount"))
            #expect(before["settling"] == ["days": 1, "remaining": 0])
            let path = person.path("/sources/order/stepCount/preview")
            #expect(try await ask(api.admin, [("order", phone)], path: path)["proposed"] == 150)
            let after = try await api.admin.get(person.path("/sources/order/stepCount"))
            #expect(after.json == before.json)
        }
    }

    @Test("Units, zones, phases and recorded clocks are those of a collection")
    func collectionParameters() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, _) = try await pushed(by: person)
            let zone = [
                ("timeZone", "Europe/Paris"), ("interval", "PT6H"),
                ("anchorDate", "2026-11-29T08:05:00Z"), ("disabled", phone),
            ]
            let answer = try await ask(person.app, zone)
            let starts = answer["buckets"].elements.compactMap { $0["start"].string }
            #expect(starts[2] == "2026-11-29T09:05:00+01:00")
            #expect(answer["buckets"].elements[1]["proposed"] == 150)
            #expect(answer["buckets"].elements[2]["proposed"] == 150)
            let recorded = [("timeZone", "recorded"), ("order", phone)]
            #expect(try await ask(person.app, recorded)["proposed"] == 150)
            #expect(try await ask(person.app, [("unit", "kg")]).summary == "400 unitMismatch")
            let walk = steps("08:00", "08:10", 1500)
                .with(["type": "distanceWalkingRunning", "unit": "m"])
            _ = try await person.app.push(walk)
            let distance = Self.preview.replacing("stepCount", with: "distanceWalkingRunning")
            let kilometres = try await ask(person.app, [("unit", "km")], path: distance)
            #expect(kilometres["current"] == 1.5 && kilometres["unit"] == "km")
        }
    }

    @Test("What makes no sense is refused as by the calls it is made of")
    func refusals() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, _) = try await pushed(by: person)
            let unknown = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
            let cases: [([(String, String)], String, String)] = [
                ([("order", unknown)], "unknownSource", "order"),
                ([("order", phone), ("disabled", unknown)], "unknownSource", "disabled"),
                ([("order", "x")], "unknownSource", "order"),
                ([("order", "\(phone),\(phone)")], "invalidParameter", "order"),
                ([("disabled", "")], "invalidParameter", "disabled"),
                ([("interval", "PT0S")], "invalidParameter", "interval"),
                ([("timeZone", "Mars/Base")], "invalidParameter", "timeZone"),
                ([("options", "sum")], "unknownParameter", "options"),
            ]
            for (query, code, field) in cases {
                for caller in [person.app, api.admin] {
                    let path = person.path("/sources/order/stepCount/preview")
                    let answer = try await ask(caller, query, path: path)
                    #expect(answer.summary == "400 \(code)", "\(query)")
                    #expect(answer["field"].string == field, "\(query)")
                }
            }
            let discrete = Self.preview.replacing("stepCount", with: "heartRate")
            #expect(try await ask(person.app, [], path: discrete).summary == "400 invalidOption")
            let range = [("start", "0001-01-01T00:00:00Z"), ("end", "2026-01-01T00:00:00Z")]
            let many = range + [("interval", "PT1S")]
            let answer = try await person.app.send("GET", Self.preview, query: many)
            #expect(answer.summary == "400 tooManyBuckets")
        }
    }

    @Test("A client without read gets it over its own samples and may name its own sources only")
    func withoutRead() async throws {
        try await withService { api in
            let person = try await api.person()
            let (phone, watch) = try await pushed(by: person)
            let blind = try await api.join(user: person.id, read: [])
            _ = try await blind.app.push(
                steps("08:00", "08:10", 7, from: "phone", product: "iPhone15,2")
            )
            let own = try await ask(blind.app, [("disabled", phone)])
            #expect(own["current"] == 7 && own["proposed"] == .null)
            let foreign = try await ask(blind.app, [("order", watch)])
            #expect(foreign.summary == "400 unknownSource")
            let mayRead = try await api.join(user: person.id, read: ["stepCount"])
            #expect(try await ask(mayRead.app, [("order", watch)])["proposed"] == 350)
        }
    }
}
