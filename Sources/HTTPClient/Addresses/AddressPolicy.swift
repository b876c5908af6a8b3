/// Where a client may connect to, whatever a name resolves to.
package enum AddressPolicy: Hashable, Sendable {
    /// This machine and nothing else.
    case loopback
    /// What is reachable from anywhere.
    case everywhere
    /// That, and networks that are somebody's own.
    case ownNetworks

    /// Whether an address may be connected to.
    ///
    /// The wire at hand, multicast and reserved addresses never are: no server that is meant to
    /// receive anything answers there, but clouds hand out credentials.
    package func allows(_ address: IPAddress) -> Bool {
        switch (self, address.kind) {
        case (.loopback, .loopback), (.everywhere, .everywhere), (.ownNetworks, .everywhere),
            (.ownNetworks, .ownNetwork):
            true
        default: false
        }
    }
}
