import TestSupport
import Testing

@testable import HealthService

/// The type that pages are written with.
@Suite("HTML", .offPool)
struct HTMLTests {
    @Test("Texts and attributes are escaped wherever they stand")
    func escaping() {
        let hostile = #"<script>alert('1')</script>"&"#
        let escaped = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"
        #expect(HTML(hostile).source == escaped)
        let element = HTML(.p, .class(hostile)) { hostile }
        #expect(element.source == "<p class=\"\(escaped)\">\(escaped)</p>")
    }

    @Test("Control characters become the sign for what cannot be shown")
    func controls() {
        #expect(
            HTML("a\u{0}b\u{1B}c\u{85}d\u{7F}\n\t").source
                == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}\n\t"
        )
    }

    @Test("What never has an end tag has none, and nothing in it")
    func void() {
        #expect(HTML(.input, .type("text"), .required).source == "<input type=\"text\" required>")
        #expect(HTML(.meta, .utf8) { "lost" }.source == "<meta charset=\"utf-8\">")
    }

    @Test("No text that an app brings makes markup, on no page and in no language")
    func hostileTexts() {
        var generator = SeededGenerator()
        let seed = "TRIBUTARY_SEED=\(generator.seed)"
        for round in 0..<200 {
            let name = Self.text(&generator)
            let page = Page(
                Language.allCases[round % Language.allCases.count],
                SheetPaths(prefix: "", chosen: nil)
            ) { $0.home }
            for written in Self.pages(page, AppName(name: name, bundleIdentifier: name), name) {
                let plain = Self.pages(page, AppName(name: "x", bundleIdentifier: "x"), "x")
                let isKnown = plain.contains { Self.tags($0) == Self.tags(written) }
                #expect(isKnown, "\(seed): \(name)")
            }
        }
    }

    /// Every page that shows what an app says.
    private static func pages(_ page: Page, _ app: AppName, _ text: String) -> [HTML] {
        let side = SheetContent.Side(
            switches: [Switch(subject: .everythingElse, isOn: true)],
            usageDescription: text
        )
        return [
            page.sheet(
                SheetContent(app: app, code: text, share: side, read: side, token: text)
            ),
            page.home(
                HomeContent(
                    requests: [HomeContent.Request(app: app, code: text)],
                    apps: [
                        HomeContent.App(
                            app: app,
                            client: text,
                            writes: .types(2),
                            reads: .everything
                        )
                    ],
                    token: text
                )
            ),
            page.app(
                AppContent(app: app, client: text, share: side.switches, read: [], token: text)
            ),
            page.done(app),
            page.signIn(code: text, toAnswer: text, isWrong: true),
        ]
    }

    /// Pieces of markup, quotes, letters and odd characters, in any order.
    private static func text(_ generator: inout SeededGenerator) -> String {
        let pieces = [
            "<", ">", "\"", "'", "&", "</title>", "<script>", "-->", "<!--", "]]>", "=", "`",
            "javascript:", "\u{0}", "\u{202E}", "é", "日", "{app}", "{number}", " ", "x", "&lt;",
            "onload=", "/", "\\", "\n",
        ]
        return (0..<Int.random(in: 1...12, using: &generator))
            .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
    }

    /// The tags of a page with the names of their attributes, without any text.
    private static func tags(_ page: HTML) -> [String] {
        page.source.matches(of: /<[^>]*>/).map { match in
            String(match.0).replacing(/="[^"]*"/, with: "=")
        }
    }
}
