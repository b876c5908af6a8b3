import HTTPClient
import HealthAPI

/// Where deliveries may go.
extension WebhookSettings {
    /// Where a connection for a URL may lead to: a host that says that it is this machine to this
    /// machine, any other one anywhere else.
    func policy(for url: TargetURL) -> AddressPolicy {
        if url.namesLoopback { return .loopback }
        return allowsPrivateAddresses ? .ownNetworks : .everywhere
    }

    /// Checks a URL that somebody wants to register.
    ///
    /// A name is looked up by each delivery; its address is judged then.
    ///
    /// - Throws: `Problem` with `invalidURL`, `addressNotAllowed`.
    func check(_ text: String) throws {
        let url: TargetURL
        do {
            url = try TargetURL(text)
        } catch {
            throw Problem(.invalidURL, "Not acceptable: \(error.description).", field: "url")
        }
        guard url.isSecure || url.namesLoopback else {
            throw Problem(.invalidURL, "Only this machine is asked without TLS.", field: "url")
        }
        guard url.address.map(policy(for: url).allows) ?? true else {
            throw Problem(
                .addressNotAllowed,
                "The server does not deliver to this address.",
                field: "url"
            )
        }
    }
}
