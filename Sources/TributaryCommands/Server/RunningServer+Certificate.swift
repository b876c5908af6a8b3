import HTTPServer
import HealthService

/// What a server with TLS does about its certificate.
extension RunningServer {
    /// Reads certificate and key again, each time that is asked for, until the requests end.
    func reloadCertificate(at requests: AsyncStream<Void>, _ log: Log) async {
        for await _ in requests { reloadCertificate(log) }
    }

    /// Shows the certificate that is in the files now to connections from now on.
    ///
    /// Files that cannot be used change nothing.
    private func reloadCertificate(_ log: Log) {
        guard let files = configuration.tls else { return }
        do {
            let identity = try files.load(log)
            http.show(identity)
            try configuration.directory.writeKeyHash(of: identity)
            log.write(.info, "certificateReloaded", [("validUntil", identity.end)])
        } catch let error as TLSFileError {
            log.write(
                .error,
                "certificateNotReloaded",
                [
                    ("option", .text(error.option)), ("path", .text(error.path)),
                    ("error", .text(error.reason)),
                ]
            )
        } catch {
            // It is shown all the same; only commands on this machine do not know it.
            log.write(.error, "certificateKeyNotNoted", [("error", .text("\(error)"))])
        }
    }
}

extension ServerDirectory {
    /// Notes the key by which commands on this machine know the server.
    func writeKeyHash(of identity: TLSIdentity?) throws {
        if let identity { try writeKeyHash(identity.publicKeyHash) }
    }
}
