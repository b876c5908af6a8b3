import HTTPClient
import HealthService

/// What links begin with, as a command's option.
extension PublicURL {
    /// Reads what was given; without it, links lead to where the server listens.
    ///
    /// - Throws: `UsageError` for what is no URL that links can begin with.
    static func given(in arguments: Arguments) throws -> String? {
        guard let text = arguments.text("--public-url") else { return nil }
        guard let url = try? TargetURL(text), !url.path.contains("?") else {
            throw UsageError(
                "--public-url must be a URL such as https://health.example.org, without a user,"
                    + " a query or a fragment"
            )
        }
        let given = url.origin + url.path
        return String(given.reversed().drop { $0 == "/" }.reversed())
    }

    /// The options.
    static let options = [
        Option(
            name: "--public-url",
            value: "URL",
            help: "where people reach the server, for links; else where it listens",
            environment: "TRIBUTARY_PUBLIC_URL"
        )
    ]
}
