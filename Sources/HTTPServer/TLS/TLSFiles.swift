import Glibc

/// Where the certificate and the key of a server are.
package struct TLSFiles: Sendable, Hashable {
    /// The file of the certificate and of those that lead to its authority, in PEM.
    package let certificate: String

    /// The file of the private key, in PEM.
    package let key: String

    /// Names two files.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Reads and checks both.
    ///
    /// - Throws: `TLSIdentityError`.
    package func load() throws(TLSIdentityError) -> TLSIdentity {
        let chain = try read(certificate, .certificate)
        var secret = try read(key, .key)
        // What was read is in the library's hands then; nothing else is to keep it.
        defer { wipe(&secret) }
        return try TLSIdentity(certificate: chain, key: secret)
    }

    /// Whether everybody on the machine may read the key.
    package var isKeyReadableByAll: Bool {
        var found = stat()
        return stat(key, &found) == 0 && found.st_mode & S_IROTH != 0
    }
}

/// Overwrites bytes in a way that no compiler leaves out.
private func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
}

/// The most bytes of a file: chains have a few thousand.
private let limit = 1 << 20

/// Reads a file whole.
private func read(
    _ path: String,
    _ part: TLSIdentityError.Part
) throws(TLSIdentityError) -> [UInt8] {
    // A pipe that nobody writes to would else hold the server up.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw TLSIdentityError(part, lastErrorText()) }
    defer { close(file) }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, filled in
        while filled <= limit {
            count = Glibc.read(file, buffer.baseAddress?.advanced(by: filled), limit + 1 - filled)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            filled += count
        }
    }
    guard count >= 0 else { throw TLSIdentityError(part, lastErrorText()) }
    guard bytes.count <= limit else { throw TLSIdentityError(part, "it is larger than 1 MiB") }
    return bytes
}
