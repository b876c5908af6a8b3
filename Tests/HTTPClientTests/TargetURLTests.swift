import HTTPClient
import Testing

@Suite("URLs that others chose")
struct TargetURLTests {
    @Test(
        "A URL is taken apart",
        arguments: [
            ("https://a.example", "https://a.example", "/"),
            ("https://A.example:8443/x/y?z=1&w", "https://A.example:8443", "/x/y?z=1&w"),
            ("http://127.0.0.1:80/a", "http://127.0.0.1:80", "/a"),
            ("https://[2606:4700::1111]/", "https://[2606:4700::1111]", "/"),
        ]
    )
    func parts(text: String, origin: String, path: String) throws {
        let url = try TargetURL(text)
        #expect(url.origin == origin && url.path == path)
        #expect(url.isSecure == text.hasPrefix("https"))
    }

    @Test(
        "What is no plain URL of HTTP is refused",
        arguments: [
            "", "a.example", "//a.example", "ftp://a.example/", "file:///etc/passwd", "gopher://a/",
            "https://user@a.example/", "https://user:secret@a.example/", "https://a.example/#x",
            "https://a.example/ä", "https://a.example/ x", "https://a.example\\@b.example/",
            "https://[fe80::1%25eth0]/", "https://", "https://a.example:99999/",
        ]
    )
    func refused(text: String) {
        #expect(throws: HTTPClientError.self) { try TargetURL(text) }
    }

    @Test(
        "Other spellings of an address are the address",
        arguments: [
            "http://127.1/", "http://2130706433/", "http://0x7f.0.0.1/", "http://0177.0.0.1/",
            "http://LOCALHOST/", "http://[::1]/", "http://[0:0:0:0:0:0:0:1]/",

        ]
    )
    func loopback(text: String) throws {
        #expect(try TargetURL(text).namesLoopback)
    }

    @Test(
        "A name under localhost, or that begins like it, does not say this machine",
        arguments: [
            "https://x.localhost/", "https://localhost.example/", "https://127.0.0.1.example/",
            "https://localhost./", "https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/",
        ]
    )
    func names(text: String) throws {
        #expect(try !TargetURL(text).namesLoopback)
    }
}
