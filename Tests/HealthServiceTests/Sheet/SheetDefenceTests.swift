import HTTPClient
import HealthService
import TestSupport
import Testing

/// What keeps other sites, other people and odd bytes out.
@Suite("Defence of the sheet", .offPool)
struct SheetDefenceTests {
    private static let fields = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self';"
            + " frame-ancestors 'none'; base-uri 'none'",
        "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin", "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
    ]

    /// Checks what every answer of a page has to say, whatever it is.
    private func check(_ page: SheetVisitor.Page, _ comment: String) {
        for (name, value) in Self.fields {
            #expect(page.headers.values(of: name) == [value], "\(comment): \(name)")
        }
        #expect(!page.text.contains("<style") && !page.text.contains(" style="), "\(comment)")
        #expect(page.text.firstMatch(of: /<script(?! src=)/) == nil, "\(comment)")
        #expect(page.text.firstMatch(of: /[ ]on[a-z]+=/) == nil, "\(comment)")
    }

    @Test("Every page says what it may load, also one that tells what went wrong")
    func headers() async throws {
        var settings = TestAPISettings()
        settings.limits.rates.pagesPerMinute = 20
        try await withService(settings) { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            var stranger = stage.visitor()
            var visitor = try await stage.signedIn()
            let paths = [
                "/sheet", "/sheet/sign-in", "/sheet/style.css", "/sheet/sheet.js",
                "/sheet/requests/\(asked.code)", "/sheet/requests/BCDF-GHJK", "/sheet/apps/1",
            ]
            for path in paths {
                check(try await visitor.get(path), path)
                check(try await stranger.get(path), "\(path), not signed in")
            }
            check(try await visitor.post("/sheet/sign-in", raw: "%"), "a broken form")
            let large = String(repeating: "x", count: 70_000)
            let refused = try await visitor.post("/sheet/sign-in", raw: large)
            #expect(refused.status == 413)
            check(refused, "a form that is too large")
            var statuses: Set<Int> = []
            for _ in 0..<8 {
                let page = try await visitor.get("/sheet/sign-in")
                check(page, "too many pages")
                statuses.insert(page.status)
            }
            #expect(statuses == [200, 429])
        }
    }

    @Test("Paths under the pages that do not exist, and other methods, are pages, too")
    func unknownPages() async throws {
        try await withService { api in
            for (method, path, status) in [
                ("GET", "/sheet/", 404), ("GET", "/sheet/other", 404), ("PUT", "/sheet", 405),
                ("POST", "/sheet/style.css", 405),
            ] {
                let response = try await api.stranger.http.send(
                    ClientRequest(method: method, path: path)
                )
                #expect(response.status == status, "\(method) \(path)")
                #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
                #expect(response.headers["X-Frame-Options"] == "DENY")
                #expect((response.headers["Allow"] != nil) == (status == 405))
            }
            let other = try await api.stranger.get("/sheets")
            #expect(other.summary == "404 notFound")
        }
    }

    @Test("A form counts only if the browser says that it came from our own pages")
    func origins() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let code = try await stage.accessCode()
            let ours = "https://health.example.org"
            let foreign: [[(name: String, value: String)]] = [
                [], [("Origin", "https://evil.example")], [("Origin", "null")],
                [("Origin", "http://health.example.org")], [("Origin", ours + ":8443")],
                [("Origin", ours + ".evil.example")], [("Origin", api.url)],
                [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")],
                [("Sec-Fetch-Site", "none")],
                [("Origin", ours), ("Sec-Fetch-Site", "cross-site")],
                [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "same-origin")],
                [("Origin", ours), ("Origin", ours)],
            ]
            var visitor = stage.visitor()
            for origin in foreign {
                visitor.origin = origin
                let answer = try await visitor.post("/sheet/sign-in", [("code", code)])
                #expect(answer.status == 403 && visitor.cookie == nil, "\(origin)")
                check(answer, "\(origin)")
            }
            visitor.origin = [("Sec-Fetch-Site", "same-origin")]
            #expect(try await visitor.post("/sheet/sign-in", [("code", code)]).status == 303)
        }
    }

    @Test("A form counts only with the token of its own session")
    func tokens() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            var visitor = try await stage.signedIn()
            var other = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let token = try await visitor.get(path).token
            let anothers = try await other.get(path).token
            #expect(token != anothers && token.utf8.count == 43)
            let app = "/sheet/apps/\(stage.person.client)"
            for bad in [nil, "", anothers, token + "A", String(token.dropLast())] {
                let fields = (bad.map { [("token", $0)] } ?? []) + [("action", "allow")]
                for path in [path, app, "/sheet/sign-out"] {
                    let form = path == "/sheet/sign-out" ? Array(fields.dropLast()) : fields
                    #expect(try await visitor.post(path, form).status == 403, "\(path)")
                }
            }
            #expect(try await stage.state(of: asked) == "pending")
            #expect(try await visitor.get("/sheet").status == 200)
        }
    }

    @Test("Without a session a form does nothing and leads to the form of the code")
    func withoutSession() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            var visitor = stage.visitor()
            let path = "/sheet/requests/\(asked.code)"
            let answer = try await visitor.post(path, [("action", "allow")])
            #expect(answer.location == "/sheet/sign-in?request=\(asked.code)")
            #expect(try await visitor.get(path).location == answer.location)
            #expect(try await visitor.get("/sheet").location == "/sheet/sign-in")
            // Never to another site.
            let odd = try await visitor.get("/sheet/requests/%2F%2Fevil.example")
            #expect(odd.location == "/sheet/sign-in")
            #expect(try await stage.state(of: asked) == "pending")
        }
    }

    @Test("Forms that no page of ours sends are refused and decide nothing")
    func hostileForms() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let asked = try await stage.ask()
            var visitor = try await stage.signedIn()
            let path = "/sheet/requests/\(asked.code)"
            let token = try await visitor.get(path).token
            let good = "token=\(token)&action=allow"
            let bad = [
                "token=\(token)", "token=\(token)&action=", "token=\(token)&action=Allow",
                "token=\(token)&action=save", good + "&action=allow", good + "&token=\(token)",
                good + "&share.stepCount=off", good + "&share.stepCount=on&share.stepCount=on",
                good + "&share.nothing=on", good + "&write.stepCount=on", good + "&share=on",
                good + "&share.HKQuantityTypeIdentifierStepCount=on", good + "&x=1", good + "&",
                good + "&share.stepCount.x=on", good + "&share.%00=on", good + "&a",
            ]
            for body in bad {
                #expect(try await visitor.post(path, raw: body).status == 400, "\(body)")
            }
            for type in ["text/plain", "multipart/form-data", "application/json", ""] {
                let answer = try await visitor.post(path, raw: good, type: type)
                #expect(answer.status == 400, "\(type)")
            }
            #expect(try await stage.state(of: asked) == "pending")
            let type = "application/x-www-form-urlencoded; charset=UTF-8"
            #expect(try await visitor.post(path, raw: good, type: type).status == 303)
        }
    }

    @Test("A page speaks the language that is asked for, by hand before by browser")
    func languages() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            var visitor = stage.visitor()
            let french = try await visitor.get(
                "/sheet/sign-in",
                [("Accept-Language", "de, fr;q=0.9, en;q=0.8")]
            )
            #expect(french.text.contains("<html lang=\"fr\">"))
            #expect(french.headers["Content-Language"] == "fr")
            let chosen = try await visitor.get(
                "/sheet/sign-in?lang=zh-CN&utm_source=mail",
                [("Accept-Language", "fr")]
            )
            #expect(chosen.text.contains("<html lang=\"zh-Hans\">"))
            #expect(chosen.text.contains("name=\"lang\" value=\"zh\""))
            let form = [("code", try await stage.accessCode()), ("lang", "zh")]
            let answer = try await visitor.post("/sheet/sign-in", form)
            #expect(answer.location == "/sheet?lang=zh")
            let wrong = try await visitor.post("/sheet/sign-in", [("code", "x"), ("lang", "vi")])
            #expect(wrong.text.contains("Mã này không hợp lệ."))
            let ignored = try await visitor.get("/sheet/sign-in?lang=xx&lang=fr")
            #expect(ignored.text.contains("<html lang=\"en\">"))
        }
    }

    @Test("What an app calls itself and says stays a text on the page")
    func hostileApp() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            let hostile = #"</p><img src=x onerror="alert(1)">'&"#
            let client = try await api.admin.post(
                "/v1/clients",
                ["bundleIdentifier": "org.evil.app", "name": .string(hostile)]
            )
            let id = try #require(client["id"].string)
            let evil = try await api.token(user: stage.person.id, client: id)
            let request: JSONTree = [
                "share": ["stepCount"], "shareUsageDescription": .string(hostile),
            ]
            let asked = try await evil.app.post("/v1/users/me/authorization-requests", request)
            let code = try #require(asked["userCode"].string)
            var visitor = try await stage.signedIn()
            for path in ["/sheet", "/sheet/requests/\(code)"] {
                let page = try await visitor.get(path)
                #expect(page.text.contains("&lt;/p&gt;&lt;img src=x onerror=&quot;alert"))
                #expect(!page.text.contains("<img"))
            }
        }
    }

    @Test("HEAD answers as GET does, without the page")
    func head() async throws {
        try await withService { api in
            let stage = try await SheetStage(api)
            var visitor = try await stage.signedIn()
            for path in ["/sheet", "/sheet/sign-in", "/sheet/style.css"] {
                let page = try await visitor.get(path, method: "HEAD")
                #expect(page.status == 200 && page.text.isEmpty, "\(path)")
                check(page, path)
            }
        }
    }
}
