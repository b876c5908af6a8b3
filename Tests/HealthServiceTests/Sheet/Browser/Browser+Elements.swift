/// A part of a page.
struct PageElement: Sendable {
    fileprivate let browser: Browser
    fileprivate let id: String

    private func get(_ what: String) async throws -> JSONTree {
        try await browser.command("GET", "/element/\(id)/\(what)")
    }

    /// What is read of it.
    func text() async throws -> String { try await get("text").string ?? "" }
    /// The name of its tag.
    func tag() async throws -> String { try await get("name").string ?? "" }
    /// What a screen reader calls it.
    func label() async throws -> String { try await get("computedlabel").string ?? "" }
    /// What a screen reader says that it is.
    func role() async throws -> String { try await get("computedrole").string ?? "" }
    /// An attribute as it is written.
    func attribute(_ name: String) async throws -> String? {
        try await get("attribute/\(name)").string
    }
    /// Whether it can be seen.
    func isShown() async throws -> Bool { try await get("displayed") == true }
    /// Whether it is on.
    func isOn() async throws -> Bool { try await get("selected") == true }

    /// A value of its style.
    func style(_ name: String) async throws -> String { try await get("css/\(name)").string ?? "" }

    /// Its width and height.
    func size() async throws -> (width: Double, height: Double) {
        let box = try await get("rect")
        return (box["width"].number ?? 0, box["height"].number ?? 0)
    }

    /// Presses it.
    func click() async throws {
        try await browser.command("POST", "/element/\(id)/click")
    }

    /// Types into it.
    func type(_ text: String) async throws {
        try await browser.command("POST", "/element/\(id)/value", ["text": .string(text)])
    }
}

extension Browser {
    /// The first element that a selector of CSS finds.
    func element(_ selector: String) async throws -> PageElement {
        let query: JSONTree = ["using": "css selector", "value": .string(selector)]
        return element(try await command("POST", "/element", query))
    }

    /// All elements that a selector finds.
    func elements(_ selector: String) async throws -> [PageElement] {
        let query: JSONTree = ["using": "css selector", "value": .string(selector)]
        return try await command("POST", "/elements", query).elements.map(element)
    }

    /// The element that has the focus.
    func focus() async throws -> PageElement {
        element(try await command("GET", "/element/active"))
    }

    /// The switch of a type.
    func toggle(_ name: String) async throws -> PageElement {
        try await element("input[name='\(name)']")
    }

    /// Goes into the first frame of the page.
    func enterFrame() async throws {
        let query: JSONTree = ["using": "css selector", "value": "iframe"]
        let frame = try await command("POST", "/element", query)
        try await command("POST", "/frame", ["id": frame])
    }

    private func element(_ reference: JSONTree) -> PageElement {
        PageElement(browser: self, id: reference.members.values.first?.string ?? "")
    }
}
