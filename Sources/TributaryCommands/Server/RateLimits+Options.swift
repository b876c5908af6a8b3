import HealthService

/// The limits on callers as a command's options; 0 sets none.
extension RateLimits {
    /// Reads what was given.
    ///
    /// - Throws: `UsageError` for a value that makes no sense.
    init(_ arguments: Arguments) throws {
        self.init()
        func limit(_ name: String, _ standard: Int?) throws -> Int? {
            let given = try arguments.integer(name, in: 0...RateLimits.range.upperBound)
            guard let given else { return standard }
            return given == 0 ? nil : given
        }
        requestsPerMinute = try limit("--rate-limit-requests", requestsPerMinute)
        samplesPerMinute = try limit("--rate-limit-samples", samplesPerMinute)
        adminRequestsPerMinute = try limit("--rate-limit-admin", adminRequestsPerMinute)
        failuresPerMinute = try limit("--rate-limit-failures", failuresPerMinute)
        pagesPerMinute = try limit("--rate-limit-pages", pagesPerMinute)
        wrongCodesPerMinute = try limit("--rate-limit-codes", wrongCodesPerMinute)
    }

    /// The options.
    static let options = [
        Option(
            name: "--rate-limit-requests",
            value: "N",
            help: "requests of one client token a minute, 0 for no limit",
            environment: "TRIBUTARY_RATE_LIMIT_REQUESTS",
            standard: "600000"
        ),
        Option(
            name: "--rate-limit-samples",
            value: "N",
            help: "samples that one client token pushes a minute, 0 for no limit",
            environment: "TRIBUTARY_RATE_LIMIT_SAMPLES",
            standard: "60000000"
        ),
        Option(
            name: "--rate-limit-admin",
            value: "N",
            help: "requests with the admin token a minute, 0 for no limit",
            environment: "TRIBUTARY_RATE_LIMIT_ADMIN",
            standard: "0"
        ),
        Option(
            name: "--rate-limit-failures",
            value: "N",
            help: "wrong tokens from one address a minute, 0 for no limit",
            environment: "TRIBUTARY_RATE_LIMIT_FAILURES",
            standard: "600"
        ),
        Option(
            name: "--rate-limit-pages",
            value: "N",
            help: "pages of the permission sheet for one address a minute, 0 for no limit",
            environment: "TRIBUTARY_RATE_LIMIT_PAGES",
            standard: "600"
        ),
        Option(
            name: "--rate-limit-codes",
            value: "N",
            help: "wrong personal codes from one address a minute, 0 for no limit",
            environment: "TRIBUTARY_RATE_LIMIT_CODES",
            standard: "60"
        ),
    ]
}
