import TestSupport
import Testing

@testable import HealthService

/// Which language a page is in.
@Suite("Languages", .offPool)
struct LanguageTests {
    @Test(
        "The language asked for most counts, cut to one that there is",
        arguments: [
            ("", "en"), ("fr", "fr"), ("FR", "fr"), ("pt-BR", "pt"), ("zh-Hans-CN", "zh"),
            ("zh-CN, en;q=0.5", "zh"), ("de, fr;q=0.5", "fr"), ("de", "en"), ("*", "en"),
            ("en;q=0.3, ja;q=0.8, vi;q=0.8", "ja"), ("fr;q=0, vi;q=0.001", "vi"),
            ("fr;q=0", "en"), ("fr ; q=0.2 ,\tja; Q=0.3", "ja"), ("vi;q=1.000, fr", "vi"),
            ("fr;q=1.001, ja;q=0.1", "ja"), ("fr;q=0.1234, ja;q=0.1", "ja"),
            ("fr;q=, ja;q=0.1", "ja"), ("fr;q=-1, ja;q=0.1", "ja"), ("fr;level=1, ja;q=0.1", "ja"),
            (";q=1,,ja", "ja"), ("frx", "en"), ("fr_FR", "en"), ("q=1", "en"),
            (String(repeating: "de,", count: 40) + "fr", "en"),
        ]
    )
    func preference(header: String, expected: String) {
        #expect(LanguagePreference(header).language.rawValue == expected)
    }

    @Test("A count takes the form that its language has for it")
    func plurals() {
        func text(_ language: Language, _ count: Int) -> String {
            Words.Home.requests(language, count)
        }
        #expect(text(.english, 1) == "1 request is waiting for you")
        #expect(text(.english, 0) == "0 requests are waiting for you")
        #expect(text(.english, 2) == "2 requests are waiting for you")
        #expect(text(.french, 1) == "1 demande vous attend")
        #expect(text(.french, 0) == "0 demande vous attend")
        #expect(text(.french, 5) == "5 demandes vous attendent")
        #expect(text(.portuguese, 0) == "0 pedido aguarda você")
        #expect(text(.japanese, 1) == "1件のリクエストがあります")
        #expect(text(.vietnamese, 3) == "3 yêu cầu đang chờ bạn")
        #expect(text(.chinese, 1) == "有 1 个请求等待处理")
    }

    @Test("An app's name stands apart from the words around it")
    func appNames() {
        let html = Words.Done.goBack(.english, app: "A & {app}")
        #expect(html.source == "You can go back to “<bdi>A &amp; {app}</bdi>” now.")
    }
}
