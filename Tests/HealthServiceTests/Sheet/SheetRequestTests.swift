import HTTPClient
import HealthService
import TestSupport
import Testing

/// What an app asks and a person answers, without a browser.
@Suite("Permission sheet", .offPool)
struct SheetRequestTests {
    @Test("The sheet shows what is asked for, all of it off, and allows what is switched on")
    func allow() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            var visitor = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let page = try await visitor.get(path)
            #expect(
                page.switches == [
                    "share.stepCount", "share.bodyMass", "read.stepCount", "read.heartRate",
                    "read.bloodType",
                ]
            )
            #expect(page.text.contains("To keep your weight."))
            #expect(page.text.contains("To draw your heart rate."))
            let form = [
                ("token", page.token), ("action", "allow"), ("share.bodyMass", "on"),
                ("read.heartRate", "on"),
            ]
            let answer = try await visitor.post(path, form)
            #expect(answer.status == 303 && answer.location == path)
            #expect(try await stage.allowed() == "share: BodyMass read: HeartRate")
            #expect(try await stage.state(of: asked) == "decided")
            let done = try await visitor.get(path)
            #expect(done.status == 200 && done.text.contains("Your choice is saved"))
            // Sent again, it changes nothing.
            let all = form + [("share.stepCount", "on")]
            #expect(try await visitor.post(path, all).status == 303)
            #expect(try await stage.allowed() == "share: BodyMass read: HeartRate")
        }
    }

    @Test("Don't Allow refuses all of it, whatever the switches say")
    func refuse() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask(read: [])
            var visitor = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let token = try await visitor.get(path).token
            let form = [("token", token), ("action", "refuse"), ("share.stepCount", "on")]
            #expect(try await visitor.post(path, form).status == 303)
            #expect(try await stage.allowed() == "share:  read: ")
            #expect(try await stage.state(of: asked) == "denied")
        }
    }

    @Test("Turn all on shows the sheet again, and Enter in a switch keeps it as it is")
    func again() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask(read: ["heartRate"])
            var visitor = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let token = try await visitor.get(path).token
            func switches(_ action: String, _ on: String...) async throws -> [String] {
                let fields = [("token", token), ("action", action)] + on.map { ($0, "on") }
                return try await visitor.post(path, fields).switches
            }
            let all = ["share.stepCount+", "share.bodyMass+", "read.heartRate+"]
            #expect(try await switches("allOn") == all)
            let none = ["share.stepCount", "share.bodyMass", "read.heartRate"]
            #expect(try await switches("allOff", "share.stepCount") == none)
            let some = ["share.stepCount", "share.bodyMass+", "read.heartRate"]
            #expect(try await switches("show", "share.bodyMass") == some)
            #expect(try await stage.allowed() == "share:  read: ")
            #expect(try await stage.state(of: asked) == "pending")
        }
    }

    @Test("A sheet decides nothing that it did not ask for")
    func onlyAsked() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask(share: ["stepCount"], read: [])
            var visitor = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let token = try await visitor.get(path).token
            let form = [
                ("token", token), ("action", "allow"), ("share.stepCount", "on"),
                ("share.bodyMass", "on"), ("read.stepCount", "on"), ("read.*", "on"),
            ]
            #expect(try await visitor.post(path, form).status == 303)
            #expect(try await stage.allowed() == "share: StepCount read: ")
        }
    }

    @Test("Another person's code is answered as one that does not exist, and so is nonsense")
    func anothersCode() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            let other = try await SheetStage(api)
            var visitor = try await other.signedIn()
            var pages: [SheetVisitor.Page] = []
            for code in [asked.code, "BCDF-GHJK", "nonsense", "%3Cscript%3E"] {
                pages.append(try await visitor.get("/sheet/requests/\(code)"))
            }
            let token = try await visitor.get("/sheet").token
            let form = [("token", token), ("action", "allow"), ("share.stepCount", "on")]
            pages.append(try await visitor.post("/sheet/requests/\(asked.code)", form))
            #expect(Set(pages.map(\.text)).count == 1 && Set(pages.map(\.status)) == [404])
            #expect(try await stage.allowed() == "share:  read: ")
        }
    }

    @Test("Whoever is signed in may name only so many wrong codes a minute")
    func guessing() async throws {
        var settings = TestAPISettings()
        settings.limits.rates.wrongCodesOfSessionPerMinute = 2
        try await withService(settings) { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            var visitor = try await stage.signedIn()
            for _ in 0..<2 {
                #expect(try await visitor.get("/sheet/requests/BCDF-GHJK").status == 404)
            }
            let path = "/sheet/requests/\(asked.code)"
            #expect(try await visitor.get(path).status == 429)
            // Another session has its own count.
            var other = try await stage.signedIn()
            #expect(try await other.get(path).status == 200)
            api.clock.advance(bySeconds: 30)
            #expect(try await visitor.get(path).status == 200)
        }
    }

    @Test("A request that nobody answered in time cannot be answered")
    func expired() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            api.clock.advance(bySeconds: 901)
            var visitor = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let page = try await visitor.get(path)
            #expect(page.status == 410 && page.text.contains("This request has expired"))
            let token = try await visitor.get("/sheet").token
            let form = [("token", token), ("action", "allow"), ("share.stepCount", "on")]
            #expect(try await visitor.post(path, form).status == 410)
            #expect(try await stage.allowed() == "share:  read: ")
        }
    }

    @Test("What an app may do is shown, and what is switched off is taken back at once")
    func takingBack() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let granted: JSONTree = ["share": ["stepCount", "bodyMass"], "read": ["heartRate"]]
            let path = stage.person.path("/grants/\(stage.person.client)")
            _ = try await api.admin.put(path, granted)
            let sample = try await stage.person.app.push(steps("08:00", "08:10", 1))
            #expect(sample.counts == "1/0/0")
            var visitor = try await stage.signedIn()
            let home = try await visitor.get("/sheet")
            #expect(home.text.contains("writes 2 types · reads 1 type"))
            let app = "/sheet/apps/\(stage.person.client)"
            let page = try await visitor.get(app)
            #expect(
                page.switches == ["share.stepCount+", "share.bodyMass+", "read.heartRate+"]
            )
            let form =
                [
                    ("token", page.token), ("action", "save"), ("share.bodyMass", "on"),
                    ("read.heartRate", "on"), ("read.stepCount", "on"),
                ] + page.shown
            #expect(try await visitor.post(app, form).status == 303)
            #expect(try await stage.allowed() == "share: BodyMass read: HeartRate")
            let refused = try await stage.person.app.push(steps("08:10", "08:20", 1))
            #expect(refused.outcomes == ["0 rejected sharingDenied type"])
        }
    }

    @Test("What was granted after the page was shown is not taken back with it")
    func grantedMeanwhile() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let path = stage.person.path("/grants/\(stage.person.client)")
            _ = try await api.admin.put(path, ["share": ["stepCount"], "read": ["stepCount"]])
            var visitor = try await stage.signedIn()
            let app = "/sheet/apps/\(stage.person.client)"
            let page = try await visitor.get(app)
            let more: JSONTree = ["share": ["stepCount", "bodyMass"], "read": ["stepCount", "*"]]
            _ = try await api.admin.put(path, more)
            let form = [("token", page.token), ("action", "save")] + page.shown
            #expect(try await visitor.post(app, form).status == 303)
            #expect(try await stage.allowed() == "share: BodyMass read: *")
            // What was switched off is off, though every other type may now be read.
            let samples = try await stage.person.app.get(
                "/v1/users/me/samples",
                ("type", "stepCount")
            )
            #expect(samples["samples"].elements.isEmpty)
        }
    }

    @Test("Every other type stays off where one of them was granted on the other side meanwhile")
    func everythingElseMeanwhile() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let path = stage.person.path("/grants/\(stage.person.client)")
            _ = try await api.admin.put(path, ["share": ["stepCount"], "read": ["*"]])
            var visitor = try await stage.signedIn()
            let app = "/sheet/apps/\(stage.person.client)"
            let page = try await visitor.get(app)
            #expect(page.switches == ["share.stepCount+", "read.*+"])
            _ = try await api.admin.put(path, ["share": ["stepCount", "bodyMass"], "read": ["*"]])
            let form = [("token", page.token), ("action", "save")] + page.shown
            #expect(try await visitor.post(app, form).status == 303)
            #expect(try await stage.allowed() == "share: BodyMass read: ")
        }
    }

    @Test("What holds for every other type is one switch")
    func everythingElse() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let path = stage.person.path("/grants/\(stage.person.client)")
            _ = try await api.admin.put(path, ["share": ["*"], "read": ["*"]])
            var visitor = try await stage.signedIn()
            let app = "/sheet/apps/\(stage.person.client)"
            let page = try await visitor.get(app)
            #expect(page.switches == ["share.*+", "read.*+"])
            let form = [("token", page.token), ("action", "save"), ("read.*", "on")] + page.shown
            #expect(try await visitor.post(app, form).status == 303)
            #expect(try await stage.allowed() == "share:  read: *")
            #expect(try await visitor.get(app).switches == ["read.*+"])
        }
    }

    @Test("An app that was never anything to the person is answered as one that does not exist")
    func strangeApp() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let other = try await api.person()
            var visitor = try await stage.signedIn()
            for client in [other.client, "999999", "x", "-1", "1e3"] {
                #expect(try await visitor.get("/sheet/apps/\(client)").status == 404, "\(client)")
            }
        }
    }
}
