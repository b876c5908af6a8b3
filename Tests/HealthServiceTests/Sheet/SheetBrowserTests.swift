import HealthService
import TestSupport
import Testing

/// The sheet in a real browser.
@Suite(
    "Permission sheet in a browser",
    .offPool,
    .serialized,
    .enabled(
        if: ChromeDriver.program != nil && ChromeDriver.browser != nil,
        "chromium and chromedriver are not installed; Scripts/install-packages --browser does that"
    )
)
struct SheetBrowserTests {
    /// Runs a test with a window that shows the pages of a server; its complaints fail the test.
    private func withBrowser(
        _ body: (Browser, SheetStage) async throws -> Void
    ) async throws {
        var settings = TestAPISettings()
        settings.publicURL = nil
        settings.limits.rates.pagesPerMinute = nil
        try await withService(settings) { api in
            let stage = try await SheetStage(api)
            let driver = try await ChromeDriver.start()
            defer { driver.stop() }
            let browser = try await Browser(driver, url: api.url)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(browser, stage))
            } catch {
                try? await browser.screenshot("failure")
                outcome = .failure(error)
            }
            // Nothing that a page's policy stopped, no error of a script.
            #expect(try await browser.complaints() == [])
            try await browser.close()
            try outcome.get()
        }
    }

    private func signIn(_ browser: Browser, _ stage: SheetStage) async throws {
        try await browser.open("/sheet/sign-in?code=\(stage.accessCode())")
        try await browser.element("button.primary").click()
        try await browser.arrives(at: "/sheet")
    }

    @Test("A person signs in with a code by hand, turns all on and allows it: all is allowed")
    func turnAllOn() async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask()
            try await browser.scheme("light")
            try await browser.open("/sheet/requests/\(asked.code)")
            try await browser.screenshot("sign-in")
            try await browser.element("#code").type(stage.accessCode())
            try await browser.element("button.primary").click()
            try await browser.arrives(at: "/sheet/requests/\(asked.code)")
            #expect(try await browser.element(".count").text() == "0 of 5 on")
            try await browser.screenshot("sheet-off")
            try await browser.element("[data-turn-all]").click()
            #expect(try await browser.element(".count").text() == "5 of 5 on")
            #expect(try await browser.element("[data-turn-all]").text() == "Turn all off")
            try await browser.screenshot("sheet-on")
            try await browser.element("button[value=allow]").click()
            try await browser.shows("Your choice is saved")
            try await browser.screenshot("done")
            let allowed = "share: BodyMass,StepCount read: BloodType,HeartRate,StepCount"
            #expect(try await stage.allowed() == allowed)
            try await browser.open("/sheet")
            try await browser.screenshot("home")
        }
    }

    @Test("With the keyboard alone: Tab, Space and Enter, and Enter in a switch decides nothing")
    func keyboard() async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask(share: ["stepCount", "bodyMass"], read: ["heartRate"])
            try await browser.scheme("light")
            try await signIn(browser, stage)
            try await browser.press(Browser.Key.tab)
            try await browser.press(Browser.Key.enter)
            let path = "/sheet/requests/\(asked.code)"
            try await browser.arrives(at: path)
            var stops: [String] = []
            for _ in 0..<6 {
                try await browser.press(Browser.Key.tab)
                let focus = try await browser.focus()
                #expect(try await focus.style("outline-style") == "solid")
                stops.append(try await focus.label())
                if stops.last == "Steps" {
                    try await browser.press(" ")
                    try await browser.screenshot("keyboard")
                }
            }
            #expect(
                stops == [
                    "Turn all on", "Steps", "Weight", "Heart Rate", "Don’t Allow", "Allow",
                ]
            )
            let steps = try await browser.toggle("share.stepCount")
            #expect(try await steps.isOn())
            try await steps.type(Browser.Key.enter)
            try await browser.isFresh()
            try await browser.arrives(at: path)
            #expect(try await browser.toggle("share.stepCount").isOn())
            #expect(try await stage.state(of: asked) == "pending")
            for _ in 0..<6 { try await browser.press(Browser.Key.tab) }
            #expect(try await browser.focus().label() == "Allow")
            try await browser.press(Browser.Key.enter)
            try await browser.shows("Your choice is saved")
            #expect(try await stage.allowed() == "share: StepCount read: ")
        }
    }

    @Test("Don't Allow refuses all, even with everything on; the way back shows no app")
    func refuse() async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask()
            try await signIn(browser, stage)
            try await browser.open("/sheet/requests/\(asked.code)")
            try await browser.element("[data-turn-all]").click()
            try await browser.element("button[value=refuse]").click()
            try await browser.shows("Your choice is saved")
            #expect(try await stage.allowed() == "share:  read: ")
            try await browser.element(".back a").click()
            try await browser.shows("No app may read or write anything.")
        }
    }

    @Test("Without scripts everything works: turn all on, switch one off, allow, take back")
    func withoutScripts() async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask(read: [])
            try await browser.withoutScripts()
            try await signIn(browser, stage)
            try await browser.open("/sheet/requests/\(asked.code)")
            #expect(try await browser.element(".count").isShown() == false)
            try await browser.element("[data-turn-all]").click()
            try await browser.shows("Turn all off")
            #expect(try await browser.toggle("share.stepCount").isOn())
            try await browser.toggle("share.stepCount").click()
            try await browser.screenshot("without-scripts")
            try await browser.element("button[value=allow]").click()
            try await browser.shows("Your choice is saved")
            #expect(try await stage.allowed() == "share: BodyMass read: ")
            try await browser.open("/sheet")
            try await browser.element(".rows a").click()
            try await browser.shows("Switch off what the app")
            try await browser.screenshot("app")
            try await browser.toggle("share.bodyMass").click()
            try await browser.element("button[value=save]").click()
            try await browser.shows("may neither read nor write anything")
            #expect(try await stage.allowed() == "share:  read: ")
        }
    }

    @Test("Screen readers find a named switch for each type, in groups with names")
    func accessibility() async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask()
            try await signIn(browser, stage)
            try await browser.open("/sheet/requests/\(asked.code)")
            var labels: [String] = []
            for item in try await browser.elements("input[type=checkbox]") {
                #expect(try await item.role() == "switch")
                labels.append(try await item.label())
                let size = try await browser.element("label.switch").size()
                #expect(size.height >= 44)
            }
            #expect(labels == ["Steps", "Weight", "Steps", "Heart Rate", "Blood Type"])
            var groups: [String] = []
            for group in try await browser.elements("fieldset") {
                #expect(try await group.role() == "group")
                groups.append(try await group.label())
            }
            let name = stage.person.client
            #expect(groups.count == 7 && groups.allSatisfy { !$0.isEmpty }, "\(name): \(groups)")
            #expect(groups.contains("Body Measurements"))
            for button in try await browser.elements("button:not([hidden]), .languages a") {
                #expect(try await button.size().height >= 44)
                #expect(try await !button.label().isEmpty)
            }
        }
    }

    @Test(
        "Six languages, light and dark, on a phone and on a large screen",
        arguments: ["light", "dark"]
    )
    func looks(scheme: String) async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask()
            try await browser.scheme(scheme)
            try await signIn(browser, stage)
            for (language, allow) in [
                ("en", "Allow"), ("fr", "Autoriser"), ("pt", "Permitir"), ("ja", "許可"),
                ("vi", "Cho phép"), ("zh", "允许"),
            ] {
                try await browser.open("/sheet/requests/\(asked.code)?lang=\(language)")
                #expect(try await browser.element("button[value=allow]").text() == allow)
                let tag = try await browser.element("html").attribute("lang")
                #expect(tag == (language == "zh" ? "zh-Hans" : language))
                // Nothing is wider than the screen.
                let width = try await browser.command(
                    "POST",
                    "/execute/sync",
                    ["script": "return document.documentElement.scrollWidth", "args": []]
                )
                #expect(width == 390)
                try await browser.screenshot("\(scheme)-\(language)")
            }
            let page = try await browser.element("body").style("background-color")
            #expect(page == (scheme == "dark" ? "rgba(0, 0, 0, 1)" : "rgba(242, 242, 247, 1)"))
            try await browser.viewport(width: 1280, height: 900)
            try await browser.open("/sheet/requests/\(asked.code)?lang=en")
            try await browser.screenshot("\(scheme)-large")
        }
    }

    @Test("Another site cannot show the sheet in a frame")
    func frames() async throws {
        try await withBrowser { browser, stage in
            let asked = try await stage.ask()
            try await signIn(browser, stage)
            let page = "\(browser.url)/sheet/requests/\(asked.code)"
            try await browser.open("data:text/html,<iframe src='\(page)'></iframe>")
            try await browser.enterFrame()
            #expect(try await browser.elements("main").isEmpty)
            let inside = try await browser.command(
                "POST",
                "/execute/sync",
                ["script": "return document.URL", "args": []]
            )
            #expect(inside == "chrome-error://chromewebdata/")
            _ = try await browser.complaints()
        }
    }
}
