import HTTPServer
import HealthService
import Testing

@testable import TributaryCommands

/// The settings of a server, as they are given.
@Suite("Settings of a server")
struct ServerSettingsTests {
    private func configuration(
        _ words: [String],
        _ environment: [String: String] = [:]
    ) throws -> ServerConfiguration {
        try ServerConfiguration(
            Arguments(words, of: ServeCommand.command, environment: environment)
        )
    }

    @Test("Rates are limited as they are by default, as given, or not at all")
    func rates() throws {
        #expect(try configuration([]).limits.rates == RateLimits())
        let words = ["--rate-limit-requests", "7", "--rate-limit-samples", "0"]
        let environment = [
            "TRIBUTARY_RATE_LIMIT_ADMIN": "8", "TRIBUTARY_RATE_LIMIT_FAILURES": "0",
        ]
        let rates = try configuration(words, environment).limits.rates
        #expect(rates.requestsPerMinute == 7 && rates.samplesPerMinute == nil)
        #expect(rates.adminRequestsPerMinute == 8 && rates.failuresPerMinute == nil)
        let pages = ["--rate-limit-pages", "0", "--rate-limit-codes", "9"]
        let limits = try configuration(pages).limits.rates
        #expect(limits.pagesPerMinute == nil && limits.wrongCodesPerMinute == 9)
        for value in ["-1", "x", "100000001", "1.5"] {
            #expect(throws: UsageError.self) {
                try configuration(["--rate-limit-requests", value])
            }
        }
    }

    @Test("Links begin with what is given, without a slash at the end; what is no URL is refused")
    func publicURL() throws {
        #expect(try configuration([]).publicURL == nil)
        for (given, taken) in [
            ("https://health.example.org", "https://health.example.org"),
            ("https://health.example.org:8443/a/", "https://health.example.org:8443/a"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
        ] {
            #expect(try configuration(["--public-url", given]).publicURL == taken)
        }
        for value in [
            "health.example.org", "ftp://a.example", "https://a.example/?x=1",
            "https://u@a.example",
            "https://a.example/#x", "https://", "https://a.example/ b", "",
        ] {
            #expect(throws: UsageError.self, "\(value)") {
                try configuration(["--public-url", value])
            }
        }
    }

    @Test("Certificate and key come together, by flags or by the environment, or not at all")
    func certificate() throws {
        #expect(try configuration([]).tls == nil)
        let files = TLSFiles(certificate: "/c.pem", key: "/k.pem")
        let words = ["--tls-certificate", "/c.pem", "--tls-key", "/k.pem"]
        let environment = ["TRIBUTARY_TLS_CERTIFICATE": "/c.pem", "TRIBUTARY_TLS_KEY": "/k.pem"]
        #expect(try configuration(words).tls == files)
        #expect(try configuration([], environment).tls == files)
        #expect(try configuration(words + ["--public-url", "https://a.example"]).tls == files)
        for half in [Array(words[..<2]), Array(words[2...])] {
            #expect(throws: UsageError.self) { try configuration(half) }
        }
        #expect(throws: UsageError.self) {
            try configuration(words + ["--public-url", "http://a.example"])
        }
    }

    @Test("Waiters, connections and times reach the server")
    func connections() throws {
        let standard = try configuration([]).http
        #expect(standard.connectionLimit >= 2 * standard.longRequestsLimit)
        #expect(standard.longRequestsLimit >= 4000)
        let words = [
            "--max-connections", "50", "--max-waiters", "20", "--request-seconds", "3",
            "--stall-seconds", "4",
        ]
        let given = try configuration(words).http
        #expect(given.connectionLimit == 50 && given.longRequestsLimit == 20)
        #expect(given.requestDeadline == .seconds(3) && given.streamStallLimit == .seconds(4))
    }
}
