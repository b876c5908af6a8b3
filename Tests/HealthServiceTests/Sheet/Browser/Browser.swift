import Foundation
import TestSupport
import Testing

/// A window of headless Chromium.
struct Browser: Sendable {
    private let driver: ChromeDriver
    private let session: String
    /// What comes before every path.
    let url: String

    /// Opens a window of a phone's size.
    init(_ driver: ChromeDriver, url: String) async throws {
        self.driver = driver
        self.url = url
        // As root Chromium has no sandbox of its own; it sees no page but ours.
        let arguments: [JSONTree] = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", "--lang=en-US", "--disable-background-networking",
        ]
        var options: JSONTree = ["args": .array(arguments)]
        if let program = ChromeDriver.browser { options["binary"] = .string(program) }
        let capabilities: JSONTree = [
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": ["browser": "ALL"],
        ]
        let made = try await driver.command(
            "POST",
            "/session",
            ["capabilities": ["alwaysMatch": capabilities]]
        )
        session = made["sessionId"].string ?? ""
        try await viewport(width: 390, height: 844)
    }

    /// Closes the window.
    func close() async throws {
        _ = try await command("DELETE", "")
    }

    /// Sends a command about the window.
    @discardableResult
    func command(
        _ method: String,
        _ path: String,
        _ body: JSONTree? = nil
    ) async throws -> JSONTree {
        // A literal nil would be a null of JSON, and only POST has a body.
        let sent: JSONTree? = method == "POST" ? .some(body ?? [:]) : .none
        return try await driver.command(method, "/session/\(session)\(path)", sent)
    }

    /// Sends a command of Chromium's own protocol.
    @discardableResult
    func chromium(_ name: String, _ parameters: JSONTree) async throws -> JSONTree {
        try await command(
            "POST",
            "/goog/cdp/execute",
            ["cmd": .string(name), "params": parameters]
        )
    }
}

/// What a person sets.
extension Browser {
    /// Makes the window as large as some screen.
    func viewport(width: Int, height: Int) async throws {
        try await chromium(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)),
                "deviceScaleFactor": 2, "mobile": .boolean(width < 600),
            ]
        )
    }

    /// Asks for light or dark.
    func scheme(_ scheme: String) async throws {
        let feature: JSONTree = ["name": "prefers-color-scheme", "value": .string(scheme)]
        let still: JSONTree = ["name": "prefers-reduced-motion", "value": "reduce"]
        try await chromium("Emulation.setEmulatedMedia", ["features": [feature, still]])
    }

    /// Switches the scripts of pages off.
    func withoutScripts() async throws {
        try await chromium("Emulation.setScriptExecutionDisabled", ["value": true])
    }
}

/// What a person does and sees.
extension Browser {
    /// Asks for a page, by its path or as a whole URL.
    func open(_ path: String) async throws {
        let target = path.hasPrefix("/") ? url + path : path
        try await command("POST", "/url", ["url": .string(target)])
    }

    /// The path of the page with its query.
    func path() async throws -> String {
        let current = try await command("GET", "/url").string ?? ""
        return current.hasPrefix(url) ? String(current.dropFirst(url.count)) : current
    }

    /// Presses keys one after the other: characters, or those of `Key`.
    func press(_ keys: String) async throws {
        let strokes = keys.flatMap { key -> [JSONTree] in
            ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(String(key))] }
        }
        let source: JSONTree = ["type": "key", "id": "keyboard", "actions": .array(strokes)]
        try await command("POST", "/actions", ["actions": [source]])
    }

    /// Waits until the page is the one of a path: a press may be over before the next page begins.
    func arrives(at path: String) async throws {
        try await eventually("the page is \(path)") { try await self.path() == path }
    }

    /// Waits until the page has a text.
    func shows(_ text: String) async throws {
        // Between two pages there may be none.
        try await eventually("the page says \(text)") {
            let shown = try? await element("main").text()
            return shown?.contains(text) == true
        }
    }

    /// Waits until nothing has the focus, as on a page that has just been loaded.
    func isFresh() async throws {
        try await eventually("the page is loaded anew") {
            let name = try? await focus().tag()
            return name == "body"
        }
    }

    /// What the browser complained about since it was last asked, but for refused pages.
    func complaints() async throws -> [String] {
        try await command("POST", "/se/log", ["type": "browser"]).elements
            .compactMap { $0["message"].string }
    }

    /// Keeps a picture of the window.
    func screenshot(_ name: String) async throws {
        let picture = try await command("GET", "/screenshot").string ?? ""
        let data = try #require(Data(base64Encoded: picture))
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../.build/screenshots").standardizedFileURL
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: "\(name).png"))
    }

    /// Keys without a character.
    enum Key {
        static let tab = "\u{E004}"
        static let enter = "\u{E007}"
    }
}
