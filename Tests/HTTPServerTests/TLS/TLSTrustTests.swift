import Crypto
import HTTPClient
import HTTPServer
import TestSupport
import Testing

@Suite("What a client takes of a server over TLS", .offPool)
struct TLSTrustTests {
    private static func trusts(
        _ certificates: TestCertificates,
        _ identity: TLSIdentity?
    ) -> [(trust: ServerTrust, name: String)] {
        let hash = identity.map { Base64.encode($0.publicKeyHash) } ?? ""
        return [
            (.authorities(file: certificates.authority()), "authority"),
            (.authorities(file: certificates.authority("stranger")), "stranger"),
            (.machine, "machine"), (.key(sha256: hash), "key"),
            (.key(sha256: Base64.encode(SHA256.hash([1]))), "other key"),
        ]
    }

    @Test(
        "The name and the authority have to be right, or the key",
        arguments: [
            ("DNS:localhost", ["authority", "key"]), ("DNS:elsewhere.example", ["key"]),
        ]
    )
    func trust(names: String, taken: [String]) async throws {
        var stage = try TLSStage()
        try stage.certificates.makeAuthority("stranger")
        stage.configuration.identity = try TLSStage.identity(
            stage.certificates.issue("other", names: names)
        )
        let trusts = Self.trusts(stage.certificates, stage.configuration.identity)
        try await withServer(TestHandler(), stage.configuration) { port in
            try await offPool {
                for (trust, name) in trusts {
                    let client = try HTTPClient(baseURL: "https://localhost:\(port)", trust: trust)
                    do throws(HTTPClientError) {
                        _ = try client.send(ClientRequest(method: "GET", path: "/"))
                        #expect(taken.contains(name), "\(name)")
                    } catch {
                        #expect(error.code == .tls && !taken.contains(name), "\(name): \(error)")
                    }
                }
            }
        }
    }
}
