import HTTPServer
import Testing

@testable import HealthService

/// Where forms may come from, by what the server was told and by where it listens.
@Suite("The origin of pages")
struct SheetOriginTests {
    private func url(_ given: String?, listensAt url: String) -> PublicURL {
        let result = PublicURL(given)
        result.listens(at: url)
        return result
    }

    @Test(
        "A name that was set is the only one; else the one that was called counts",
        arguments: [
            ("https://a.example", "http://127.0.0.1:8080", ["https://a.example"], true),
            ("https://a.example", "https://127.0.0.1:8443", ["https://a.example"], true),
            (
                nil, "https://0.0.0.0:8443", ["https://0.0.0.0:8443", "https://called.example"],
                true
            ),
            (
                nil, "http://127.0.0.1:8080", ["http://127.0.0.1:8080", "http://called.example"],
                false
            ),
            (
                "http://a.example", "http://127.0.0.1:8080",
                ["http://a.example", "http://called.example"], false
            ),
        ]
    )
    func names(given: String?, listensAt: String, admitted: [String], isSecure: Bool) {
        let origin = SheetOrigin(url(given, listensAt: listensAt))
        #expect(origin.isSecure == isSecure)
        for sent in [
            "https://a.example", "http://a.example", "https://0.0.0.0:8443",
            "http://127.0.0.1:8080",
            "https://127.0.0.1:8443", "https://called.example", "http://called.example", "null",
        ] {
            let headers = HTTPHeaders([("Origin", sent), ("Host", "called.example")])
            #expect(origin.admits(headers) == admitted.contains(sent), "\(sent)")
        }
    }

    @Test("Only a server that listens with TLS has browsers stay with it")
    func transport() {
        #expect(url(nil, listensAt: "https://127.0.0.1:8443").usesTLS)
        #expect(url("https://a.example", listensAt: "https://127.0.0.1:8443").usesTLS)
        #expect(!url("https://a.example", listensAt: "http://127.0.0.1:8080").usesTLS)
        #expect(!PublicURL("https://a.example").usesTLS)
    }
}
