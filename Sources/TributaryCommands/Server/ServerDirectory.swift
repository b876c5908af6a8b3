import Crypto
import Foundation

/// The directory where a server keeps what is its own: the cluster, the admin token, its address.
struct ServerDirectory: Sendable {
    let path: String

    /// The default: `/var/lib/tributary` for root, else under the user's home.
    static var standard: String {
        if getuid() == 0 { return "/var/lib/tributary" }
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        // A relative path is to be ignored (XDG Base Directory Specification).
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? home + "/.local/share") + "/tributary"
    }

    /// The embedded cluster.
    var cluster: String { path + "/postgres" }
    /// The admin token, readable by the owner alone.
    var adminTokenFile: String { path + "/admin-token" }
    /// The address of the server that runs here, for commands that look for it.
    var addressFile: String { path + "/address" }
    /// What tells the key of a server with TLS, for those commands to know it by.
    var keyHashFile: String { path + "/address-key" }
    /// The file whose lock says that a server runs here.
    var lockFile: String { path + "/lock" }

    /// Makes the directory.
    ///
    /// - Throws: `CommandError` when it cannot be made or written to.
    func make() throws {
        var isDirectory: ObjCBool = true
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        if exists, !isDirectory.boolValue {
            throw CommandError("the data directory \(path) is a file")
        }
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
        } catch {
            throw CommandError("the data directory \(path) cannot be made: \(reason(error))")
        }
        guard FileManager.default.isWritableFile(atPath: path) else {
            throw CommandError("the data directory \(path) is not writable")
        }
    }

    /// Reads the admin token, or makes one at the first start.
    ///
    /// A file that is there but useless stays as it is: somebody meant something by it.
    func adminToken() throws -> String {
        if fileExists(adminTokenFile) { return try readAdminToken() }
        let token = "trib_a_" + Base64URL.encode(SecureRandom.bytes(32))
        try write(token, to: adminTokenFile)
        return try readAdminToken()
    }

    /// Reads the admin token of a server that has run here.
    ///
    /// - Throws: `CommandError` when there is none or it cannot be read.
    func readAdminToken() throws -> String {
        guard let text = try? String(contentsOfFile: adminTokenFile, encoding: .utf8) else {
            throw CommandError("there is no readable admin token in \(adminTokenFile)")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard token.utf8.count >= 16 else {
            throw CommandError("the admin token in \(adminTokenFile) is shorter than 16 characters")
        }
        return token
    }

    /// Notes the address of the running server.
    func writeAddress(_ url: String) throws {
        try write(url, to: addressFile)
    }

    /// Forgets the address: the server has stopped.
    func removeAddress() {
        // A file that is gone already is as good.
        try? FileManager.default.removeItem(atPath: addressFile)
        try? FileManager.default.removeItem(atPath: keyHashFile)
    }

    /// Notes SHA-256 of the running server's public key.
    func writeKeyHash(_ hash: [UInt8]) throws {
        try write(Base64.encode(hash), to: keyHashFile)
    }

    /// SHA-256 of the running server's public key in base 64; nil for one without TLS.
    func readKeyHash() -> String? { readLine(of: keyHashFile) }

    /// The address of the server that runs here, if one does.
    func readAddress() -> String? { readLine(of: addressFile) }

    private func readLine(of file: String) -> String? {
        (try? String(contentsOfFile: file, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func fileExists(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: file)
    }

    /// The system's words for why a directory could not be made.
    private func reason(_ error: any Error) -> String {
        guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
            return "it is refused"
        }
        return String(cString: strerror(cause.code.rawValue))
    }

    /// Writes a file with mode 0600 in one step, so that nobody ever reads half of it.
    private func write(_ text: String, to file: String) throws {
        let fresh = file + ".new"
        try? FileManager.default.removeItem(atPath: fresh)
        let made = FileManager.default.createFile(
            atPath: fresh,
            contents: Data((text + "\n").utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard made, rename(fresh, file) == 0 else {
            throw CommandError("\(file) cannot be written")
        }
    }
}
