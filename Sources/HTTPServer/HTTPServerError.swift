/// Why a server could not be started.
package enum HTTPServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A setting is out of its range.
    case invalidConfiguration(String)

    /// The host is not a numeric address, or not one of this machine.
    case invalidHost(String)

    /// Something else listens on the port.
    case addressInUse(host: String, port: UInt16)

    /// The port needs rights that the process does not have.
    case permissionDenied(host: String, port: UInt16)

    /// A system call failed.
    case system(String)

    /// TLS is asked for, and the HTTP library was built without it.
    case tlsUnavailable

    /// The server was started before; a server runs once.
    case alreadyStarted

    /// One line for the operator.
    package var description: String {
        switch self {
        case .invalidConfiguration(let reason): reason
        case .invalidHost(let host):
            "cannot listen on \"\(host)\": not a numeric address of this machine"
        case .addressInUse(let host, let port):
            "cannot listen on \(host) port \(port): it is already in use"
        case .permissionDenied(let host, let port):
            "cannot listen on \(host) port \(port): permission denied"
        case .system(let reason): "cannot listen: \(reason)"
        case .tlsUnavailable: "cannot listen with TLS: libmicrohttpd was built without it"
        case .alreadyStarted: "the server was already started"
        }
    }
}
