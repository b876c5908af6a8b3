import HTTPClient
import HealthService
import TestSupport
import Testing

/// Signing in and out, without a browser.
@Suite("Signing in to the sheet", .offPool)
struct SheetSignInTests {
    @Test("A code signs in once, and leads on to where the person was going")
    func once() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let code = try await stage.accessCode()
            var visitor = stage.visitor()
            let answer = try await visitor.post(
                "/sheet/sign-in",
                [("code", " \(code) "), ("request", "wdjb mjht")]
            )
            #expect(answer.status == 303)
            #expect(answer.location == "/sheet/requests/WDJB-MJHT")
            #expect(try await visitor.get("/sheet").status == 200)

            var other = stage.visitor()
            let again = try await other.post("/sheet/sign-in", [("code", code)])
            #expect(again.status == 403 && again.text.contains("This code is not valid."))
            #expect(other.cookie == nil)
        }
    }

    @Test("A link only fills the code in: whoever fetches it first spends nothing")
    func prefetch() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let code = try await stage.accessCode()
            var visitor = stage.visitor()
            for method in ["GET", "HEAD", "GET"] {
                let form = try await visitor.get("/sheet/sign-in?code=\(code)", method: method)
                #expect(form.status == 200 && form.headers["Set-Cookie"] == nil)
                #expect(form.text.contains("value=\"\(code)\"") == (method == "GET"))
            }
            #expect(try await visitor.post("/sheet/sign-in", [("code", code)]).status == 303)
        }
    }

    @Test("The cookie is for this host alone, for TLS alone, and for no script")
    func cookie() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            var visitor = stage.visitor()
            let answer = try await visitor.post(
                "/sheet/sign-in",
                [("code", try await stage.accessCode())]
            )
            let set = try #require(answer.headers["Set-Cookie"])
            let parts = set.split(separator: "; ").map(String.init)
            #expect(parts.first?.hasPrefix("__Host-tributary=trib_s_") == true)
            let attributes = ["Path=/", "Max-Age=43200", "HttpOnly", "SameSite=Lax", "Secure"]
            #expect(Array(parts.dropFirst()) == attributes)
        }
    }

    @Test("Without TLS the cookie says so, and the server's own name counts as its origin")
    func withoutTLS() async throws {
        var settings = TestAPISettings()
        settings.publicURL = nil
        try await withService(settings) { api in
            let stage = try await SheetStage(api)
            var visitor = stage.visitor()
            visitor.origin = [("Origin", api.url)]
            let form = [("code", try await stage.accessCode())]
            let answer = try await visitor.post("/sheet/sign-in", form)
            let set = try #require(answer.headers["Set-Cookie"])
            #expect(set.hasPrefix("tributary=trib_s_") && !set.contains("Secure"))
            visitor.origin = [("Origin", "http://127.0.0.1:1")]
            #expect(try await visitor.post("/sheet/sign-in", form).status == 403)
        }
    }

    @Test("Signing in begins a session that was not there before, and ends the former one")
    func fixation() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            var visitor = try await stage.signedIn()
            let planted = visitor.cookie
            let code = try await stage.accessCode()
            #expect(try await visitor.post("/sheet/sign-in", [("code", code)]).status == 303)
            #expect(visitor.cookie != planted && visitor.cookie != nil)
            var former = stage.visitor()
            former.cookie = planted
            #expect(try await former.get("/sheet").location == "/sheet/sign-in")
            #expect(try await visitor.get("/sheet").status == 200)
        }
    }

    @Test("Two cookies of the name, or one that nobody was given, are none")
    func foreignCookies() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let good = try #require(try await stage.signedIn().cookie)
            var visitor = stage.visitor()
            let bad = [
                "\(good); \(good)", "__Host-tributary=x; \(good)", "__Host-tributary=",
                good.replacing("__Host-", with: ""), good + "A", String(good.dropLast()),
                "X\(good)", "__Host-tributary=trib_s_AAAA",
            ]
            for cookie in bad {
                visitor.cookie = cookie
                #expect(try await visitor.get("/sheet").status == 303, "\(cookie)")
            }
            visitor.cookie = "a=b; \(good); c=d"
            #expect(try await visitor.get("/sheet").status == 200)
        }
    }

    @Test("A session ends when it is signed out, after half an hour alone, and after twelve hours")
    func ends() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            var visitor = try await stage.signedIn()
            let token = try await visitor.get("/sheet").token
            let kept = visitor.cookie
            let out = try await visitor.post("/sheet/sign-out", [("token", token)])
            #expect(out.status == 303 && out.location == "/sheet/sign-in")
            #expect(out.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
            visitor.cookie = kept
            #expect(try await visitor.get("/sheet").status == 303)

            visitor = try await stage.signedIn()
            api.clock.advance(bySeconds: 1799)
            #expect(try await visitor.get("/sheet").status == 200)
            api.clock.advance(bySeconds: 1801)
            #expect(try await visitor.get("/sheet").status == 303)

            visitor = try await stage.signedIn()
            for _ in 0..<24 {
                api.clock.advance(bySeconds: 1790)
                #expect(try await visitor.get("/sheet").status == 200)
            }
            api.clock.advance(bySeconds: 300)
            #expect(try await visitor.get("/sheet").status == 303)
        }
    }

    @Test("Wrong codes from one address are not even looked at after a while")
    func guessing() async throws {
        var settings = TestAPISettings()
        settings.limits.rates.wrongCodesPerMinute = 3
        try await withService(settings) { api in
            let stage = try await SheetStage(api)
            let code = try await stage.accessCode()
            var visitor = stage.visitor()
            for _ in 0..<3 {
                #expect(try await visitor.post("/sheet/sign-in", [("code", "x")]).status == 403)
            }
            let refused = try await visitor.post("/sheet/sign-in", [("code", code)])
            #expect(refused.status == 429 && refused.headers["Retry-After"] == "20")
            #expect(refused.text.contains("Wait for 20 seconds"))
            api.clock.advance(bySeconds: 20)
            #expect(try await visitor.post("/sheet/sign-in", [("code", code)]).status == 303)
        }
    }
}
