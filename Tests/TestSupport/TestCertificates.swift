import ChildProcesses
import Foundation

/// Authorities, certificates and keys by openssl, in a directory that is gone with the value.
///
/// Blocking, so for suites that are `offPool`.
package final class TestCertificates: Sendable {
    /// A certificate and its key, by their files.
    package struct Pair: Sendable {
        /// The certificate, and those that lead to its authority.
        package let certificate: String
        /// The key.
        package let key: String

        /// Names two files.
        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// openssl did not do as it was told.
    package struct Failure: Error, CustomStringConvertible {
        /// What it said.
        package let description: String
    }

    /// The directory.
    package let path: String

    /// Makes a directory with an authority named `authority`.
    package init() throws {
        path = "/tmp/tributary-tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o711]
        )
        try makeAuthority("authority")
    }

    deinit {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The file of an authority's certificate.
    package func authority(_ name: String = "authority") -> String { "\(path)/\(name).pem" }

    /// The path of a file in the directory.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes an authority.
    package func makeAuthority(_ name: String) throws {
        try run(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
                -subj /CN=\(name) -keyout \(name).key -out \(name).pem
            """
        )
    }

    /// Makes a certificate for this machine's usual names.
    ///
    /// - Parameters:
    ///   - authority: who signs it.
    ///   - names: what it is for.
    ///   - days: how long it is valid; -1 for one that ended yesterday.
    ///   - key: what `openssl req -newkey` makes.
    ///   - isAuthority: whether it may sign others itself.
    @discardableResult
    package func issue(
        _ name: String,
        by authority: String = "authority",
        names: String = "DNS:localhost,IP:127.0.0.1",
        days: Int = 2,
        key: String = "ec -pkeyopt ec_paramgen_curve:prime256v1",
        isAuthority: Bool = false
    ) throws -> Pair {
        let extensions =
            isAuthority
            ? "basicConstraints=critical,CA:TRUE" : "subjectAltName=\(names)"
        try run(
            """
            openssl req -newkey \(key) -nodes -subj /CN=\(name) -keyout \(name).key \
                -out \(name).csr
            echo '\(extensions)' > \(name).ext
            openssl x509 -req -in \(name).csr -CA \(authority).pem -CAkey \(authority).key \
                -CAcreateserial -days \(days) -extfile \(name).ext -out \(name).pem
            """
        )
        return Pair(certificate: file("\(name).pem"), key: file("\(name).key"))
    }

    /// Runs commands of a shell in the directory.
    package func run(_ script: String) throws {
        let path = file("said")
        let setting = ChildSetting(directory: self.path, errors: .file(path))
        guard try ChildProcess.run(["/bin/sh", "-e", "-c", script], setting) == 0 else {
            throw Failure(description: try String(contentsOfFile: path, encoding: .utf8))
        }
    }
}
