import HTTPClient
import HTTPServer
import TestSupport

/// A server over TLS whose certificate an authority of its own has signed.
struct TLSStage: Sendable {
    let certificates: TestCertificates
    /// The settings, with a certificate named `first`.
    var configuration = HTTPServerConfiguration()

    init() throws {
        certificates = try TestCertificates()
        configuration.identity = try Self.identity(certificates.issue("first"))
    }

    /// Reads a certificate and its key.
    static func identity(_ pair: TestCertificates.Pair) throws -> TLSIdentity {
        try TLSFiles(certificate: pair.certificate, key: pair.key).load()
    }

    /// A client that takes what an authority has signed.
    func client(_ port: UInt16, trusting authority: String = "authority") throws -> HTTPClient {
        try HTTPClient(
            baseURL: "https://localhost:\(port)",
            trust: .authorities(file: certificates.authority(authority))
        )
    }
}

/// A TLS connection that tests hand from one thread to the next.
///
/// `@unchecked Sendable`: a test uses it in one `offPool` at a time.
struct TLSClient: @unchecked Sendable {
    /// The connection.
    let connection: TLSConnection

    /// Connects and sends a request.
    init(_ port: UInt16, _ request: String) throws {
        connection = try TLSConnection(port: port)
        try connection.send(request)
    }
}
