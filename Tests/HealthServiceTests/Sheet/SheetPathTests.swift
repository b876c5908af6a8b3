import TestSupport
import Testing

@testable import HealthService

/// Where pages are.
@Suite("Paths of the sheet", .offPool)
struct SheetPathTests {
    @Test(
        "The origin is as browsers name it, the path what comes before",
        arguments: [
            ("https://health.example.org", "https://health.example.org", ""),
            ("https://Health.example.org:443/care/of", "https://health.example.org", "/care/of"),
            ("http://localhost:80", "http://localhost", ""),
            ("http://[::1]:8080/x", "http://[::1]:8080", "/x"),
            ("https://h:80", "https://h:80", ""),
            ("", "", ""),
        ]
    )
    func publicURL(text: String, origin: String, path: String) {
        let url = PublicURL(text)
        #expect(url.origin == origin)
        #expect(url.path == path)
    }

    @Test("Links stay within the server, keep its prefix and the language chosen by hand")
    func paths() {
        let paths = SheetPaths(prefix: "/care", chosen: .chinese)
        #expect(paths.home.text == "/care/sheet?lang=zh")
        #expect(paths.style.text == "/care/sheet/style.css")
        #expect(paths.request("a/b?c").text == "/care/sheet/requests/a%2Fb%3Fc?lang=zh")
        let plain = SheetPaths(prefix: "", chosen: nil)
        let signIn = plain.signIn(toAnswer: "WDJB-MJHT", code: "a&b")
        #expect(signIn.text == "/sheet/sign-in?request=WDJB-MJHT&code=a%26b")
        #expect(plain.in(.french).app("7").text == "/sheet/apps/7?lang=fr")
    }
}
