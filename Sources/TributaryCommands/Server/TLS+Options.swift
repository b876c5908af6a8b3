import HTTPServer
import HealthModel
import HealthService

/// The certificate of a server as a command's options.
extension TLSFiles {
    private static let certificateOption = "--tls-certificate"
    private static let keyOption = "--tls-key"

    /// Reads what was given; nil for plain HTTP.
    ///
    /// - Throws: `UsageError` for one without the other, and for links that would lead past TLS.
    static func given(in arguments: Arguments) throws -> TLSFiles? {
        switch (arguments.text(certificateOption), arguments.text(keyOption)) {
        case (nil, nil): return nil
        case (nil, _): throw UsageError("\(keyOption) needs \(certificateOption)")
        case (_, nil): throw UsageError("\(certificateOption) needs \(keyOption)")
        case (let certificate?, let key?):
            if let url = try PublicURL.given(in: arguments), !url.hasPrefix("https://") {
                throw UsageError("--public-url must begin with https:// with \(certificateOption)")
            }
            return TLSFiles(certificate: certificate, key: key)
        }
    }

    /// Reads both files, and logs what is no reason not to use them.
    ///
    /// - Throws: `TLSFileError`.
    func load(_ log: Log) throws -> TLSIdentity {
        let identity: TLSIdentity
        do {
            identity = try load()
        } catch {
            throw TLSFileError(error, in: self)
        }
        if isKeyReadableByAll { log.write(.warning, "keyReadableByAll", [("path", .text(key))]) }
        let now = Instant.now.wholeSeconds
        if now > identity.validUntil {
            log.write(.warning, "certificateExpired", [("validUntil", identity.end)])
        } else if now < identity.validFrom {
            let start = RFC3339.format(Instant(seconds: identity.validFrom))
            log.write(.warning, "certificateNotYetValid", [("validFrom", .text(start))])
        }
        return identity
    }

    /// The options.
    static let options = [
        Option(
            name: certificateOption,
            value: "FILE",
            help: "speak TLS with this certificate, and those that lead to its authority; PEM",
            environment: "TRIBUTARY_TLS_CERTIFICATE"
        ),
        Option(
            name: keyOption,
            value: "FILE",
            help: "the certificate's private key; PEM, without a passphrase",
            environment: "TRIBUTARY_TLS_KEY"
        ),
    ]

    fileprivate func place(of part: TLSIdentityError.Part) -> (option: String, path: String) {
        switch part {
        case .certificate: (Self.certificateOption, certificate)
        case .key: (Self.keyOption, key)
        }
    }
}

extension TLSIdentity {
    /// When the certificate ends to be valid, for the log.
    var end: Log.Value { .text(RFC3339.format(Instant(seconds: validUntil))) }
}

/// A certificate or a key that cannot be used.
struct TLSFileError: Error, CustomStringConvertible {
    /// The option that named it.
    let option: String
    /// The file.
    let path: String
    /// What is wrong with it.
    let reason: String

    /// One line for the operator.
    var description: String { "\(option) \(path): \(reason)" }

    fileprivate init(_ error: TLSIdentityError, in files: TLSFiles) {
        (option, path) = files.place(of: error.part)
        reason = error.description
    }
}
