/// How much callers may ask in a minute; nil sets no limit.
///
/// The defaults stop a program that has run away, and nothing else: no phone and no import comes
/// near them.
package struct RateLimits: Hashable, Sendable {
    /// The requests of one client token.
    package var requestsPerMinute: Int? = 600_000
    /// The samples that one client token pushes.
    package var samplesPerMinute: Int? = 60_000_000
    /// The requests with the operator's token.
    package var adminRequestsPerMinute: Int?
    /// The wrong tokens from one address; of IPv6 from one network of 64 bits.
    package var failuresPerMinute: Int? = 600

    /// The pages, and files of pages, that one address asks for.
    package var pagesPerMinute: Int? = 600
    /// The wrong personal codes from one address.
    package var wrongCodesPerMinute: Int? = 60
    /// The wrong codes of requests that somebody who is signed in names.
    package var wrongCodesOfSessionPerMinute: Int? = 10

    /// What a limit may be.
    package static let range = 1...100_000_000

    /// Takes the defaults.
    package init() {}

    /// No limits at all.
    package static let none = {
        var limits = RateLimits()
        limits.requestsPerMinute = nil
        limits.samplesPerMinute = nil
        limits.failuresPerMinute = nil
        limits.pagesPerMinute = nil
        limits.wrongCodesPerMinute = nil
        limits.wrongCodesOfSessionPerMinute = nil
        return limits
    }()
}
