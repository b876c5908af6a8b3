import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite("A certificate and its key", .offPool)
struct TLSIdentityTests {
    private func error(certificate: String, key: String) -> TLSIdentityError? {
        do throws(TLSIdentityError) {
            _ = try TLSFiles(certificate: certificate, key: key).load()
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Keys of the usual kinds are taken",
        arguments: [
            "rsa:2048", "ec -pkeyopt ec_paramgen_curve:secp384r1", "ed25519",
        ]
    )
    func kinds(key: String) async throws {
        let certificates = try TestCertificates()
        let pair = try certificates.issue("server", key: key)
        let identity = try TLSFiles(certificate: pair.certificate, key: pair.key).load()
        #expect(identity.validFrom < identity.validUntil)
        #expect(identity.publicKeyHash.count == 32)
    }

    @Test("A key in the older forms is taken, with what openssl writes around it")
    func olderForms() async throws {
        let certificates = try TestCertificates()
        let pair = try certificates.issue("server")
        try certificates.run(
            """
            openssl ecparam -name prime256v1 > old.key
            openssl ec -in server.key >> old.key
            (openssl x509 -in server.pem -text) > commented.pem
            """
        )
        let files = TLSFiles(
            certificate: certificates.file("commented.pem"),
            key: certificates.file("old.key")
        )
        _ = try files.load()
        #expect(error(certificate: pair.certificate, key: pair.key) == nil)
    }

    @Test("What cannot be used says which file is at fault, and why")
    func faults() async throws {
        let certificates = try TestCertificates()
        let pair = try certificates.issue("server")
        let other = try certificates.issue("other")
        try certificates.run(
            """
            : > empty; echo hello > text
            openssl ec -in server.key -aes128 -passout pass:secret -out encrypted.key
            openssl pkcs8 -topk8 -in server.key -passout pass:secret -out encrypted8.key
            sed 's/^MII/MXX/' server.pem > damaged.pem
            openssl x509 -in server.pem -outform DER -out server.der
            head -c 2000000 /dev/zero > large
            mkfifo pipe
            """
        )
        for name in ["missing", "empty", "text", "damaged.pem", "server.der", "large", ".", "pipe"]
        {
            let error = error(certificate: certificates.file(name), key: pair.key)
            #expect(error?.part == .certificate, "\(name)")
        }
        for name in ["missing", "empty", "text", "server.pem", "large", "other.key", "."] {
            let error = error(certificate: pair.certificate, key: certificates.file(name))
            #expect(error?.part == .key, "\(name)")
        }
        for name in ["encrypted.key", "encrypted8.key"] {
            let error = error(certificate: pair.certificate, key: certificates.file(name))
            #expect(error?.part == .key)
            #expect(error?.description.hasPrefix("it is encrypted") == true, "\(name)")
        }
        let mismatch = error(certificate: pair.certificate, key: other.key)
        #expect(mismatch?.description == "it does not belong to the certificate")
        let missing = error(certificate: certificates.file("missing"), key: pair.key)
        #expect(missing?.description == "No such file or directory")
    }

    @Test("A chain is shown whole, the server's own certificate first")
    func chain() async throws {
        let certificates = try TestCertificates()
        try certificates.issue("intermediate", isAuthority: true)
        let pair = try certificates.issue("server", by: "intermediate")
        try certificates.run("cat server.pem intermediate.pem > chain.pem")
        var configuration = HTTPServerConfiguration()
        configuration.identity = try TLSFiles(
            certificate: certificates.file("chain.pem"),
            key: pair.key
        ).load()
        try await withServer(TestHandler(), configuration) { port in
            let shown = try await offPool {
                let connection = try TLSConnection(port: port)
                return (connection.certificates.count, connection.name)
            }
            #expect(shown == (2, "server"))
        }
    }

    @Test("That it has expired is told, and that everybody may read the key")
    func warnings() async throws {
        let certificates = try TestCertificates()
        let pair = try certificates.issue("server", days: -1)
        let files = TLSFiles(certificate: pair.certificate, key: pair.key)
        #expect(Double(try files.load().validUntil) < Date().timeIntervalSince1970)
        #expect(!files.isKeyReadableByAll)
        try certificates.run("chmod 640 server.key")
        #expect(!files.isKeyReadableByAll)
        try certificates.run("chmod 644 server.key")
        #expect(files.isKeyReadableByAll)
    }
}
