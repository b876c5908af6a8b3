import HTTPClient
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Addresses", .offPool)
struct AddressTests {
    @Test(
        "Addresses are of the kind that the registries say",
        arguments: [
            ("8.8.8.8", AddressKind.everywhere), ("192.0.1.1", .everywhere),
            ("172.15.255.255", .everywhere), ("172.32.0.0", .everywhere),
            ("100.63.255.255", .everywhere), ("100.128.0.0", .everywhere),
            ("223.255.255.255", .everywhere), ("2606:4700::1111", .everywhere),
            ("10.0.0.1", .ownNetwork), ("172.16.0.1", .ownNetwork),
            ("172.31.255.255", .ownNetwork), ("192.168.1.1", .ownNetwork),
            ("100.64.0.1", .ownNetwork), ("100.127.255.255", .ownNetwork),
            ("fc00::1", .ownNetwork), ("fdff::1", .ownNetwork), ("fec0::1", .ownNetwork),
            ("127.0.0.1", .loopback), ("127.255.255.254", .loopback), ("::1", .loopback),
            ("169.254.169.254", .linkLocal), ("fe80::1", .linkLocal), ("febf::1", .linkLocal),
            ("224.0.0.1", .multicast), ("239.255.255.255", .multicast), ("ff02::1", .multicast),
            ("0.0.0.0", .reserved), ("0.1.2.3", .reserved), ("::", .reserved),
            ("255.255.255.255", .reserved), ("240.0.0.1", .reserved), ("192.0.2.1", .reserved),
            ("198.18.0.1", .reserved), ("198.19.255.255", .reserved), ("192.88.99.1", .reserved),
            ("2001:db8::1", .reserved), ("2001::1", .reserved), ("4000::1", .reserved),
            // An IPv4 address in disguise is of that one's kind, but never this machine.
            ("::ffff:8.8.8.8", .everywhere), ("::ffff:127.0.0.1", .reserved),
            ("::ffff:10.0.0.1", .ownNetwork), ("::ffff:169.254.169.254", .linkLocal),
            ("::127.0.0.1", .reserved), ("64:ff9b::8.8.8.8", .everywhere),
            ("64:ff9b::10.0.0.1", .ownNetwork), ("64:ff9b::127.0.0.1", .reserved),
            ("64:ff9b:1::1", .ownNetwork), ("2002:7f00:1::", .reserved),
            ("2002:c0a8:101::1", .ownNetwork), ("2002:808:808::1", .everywhere),
        ]
    )
    func kinds(text: String, kind: AddressKind) throws {
        #expect(try #require(IPAddress(text)).kind == kind)
    }

    @Test("What a policy lets through")
    func policies() throws {
        let samples: [AddressKind: String] = [
            .everywhere: "8.8.8.8", .ownNetwork: "10.0.0.1", .loopback: "127.0.0.1",
            .linkLocal: "169.254.169.254", .multicast: "224.0.0.1", .reserved: "0.0.0.0",
        ]
        let allowed: [AddressPolicy: Set<AddressKind>] = [
            .loopback: [.loopback], .everywhere: [.everywhere],
            .ownNetworks: [.everywhere, .ownNetwork],
        ]
        for (policy, kinds) in allowed {
            for (kind, text) in samples {
                let address = try #require(IPAddress(text))
                #expect(policy.allows(address) == kinds.contains(kind), "\(policy) \(kind)")
            }
        }
    }

    @Test("A connection is refused by the address that a name leads to, before it is made")
    func refusedAtConnecting() async throws {
        let requests = Atomic<Int>(0)
        try await withServer { _ in
            requests.add(1, ordering: .relaxed)
            return HTTPResponse(status: 204, body: [])
        } _: { base in
            let port = try #require(base.split(separator: ":").last)
            // libcurl resolves names under localhost by itself, to this machine.
            let disguised = try TargetURL("http://hook.localhost:\(port)/")
            #expect(!disguised.namesLoopback && disguised.address == nil)
            for policy in [AddressPolicy.everywhere, .ownNetworks] {
                await #expect(throws: HTTPClientError.self) {
                    try await post(to: disguised, policy)
                }
            }
            do {
                try await post(to: disguised, .everywhere)
            } catch let error as HTTPClientError {
                #expect(error.code == .addressNotAllowed)
            }
            #expect(requests.load(ordering: .relaxed) == 0)
            for text in ["http://127.0.0.1:\(port)/", "http://localhost:\(port)/"] {
                #expect(try await post(to: TargetURL(text), .loopback) == 204)
            }
            #expect(requests.load(ordering: .relaxed) == 2)
        }
    }

    @Test("The body of an answer is not waited for, and a redirect is an answer")
    func answers() async throws {
        try await withServer { request in
            let isRedirect = request.head.path == "/redirect"
            return HTTPResponse(
                status: isRedirect ? 307 : 200,
                headers: [(name: "Location", value: "/elsewhere")],
                body: [UInt8](repeating: 0x20, count: 1 << 20)
            )
        } _: { base in
            let large = try await post(to: TargetURL(base + "/large"), .loopback)
            let redirected = try await post(to: TargetURL(base + "/redirect"), .loopback)
            #expect(large == 200 && redirected == 307)
        }
    }

    @discardableResult
    private func post(to url: TargetURL, _ policy: AddressPolicy) async throws -> Int {
        try await HTTPClient.post(
            Array("{}".utf8),
            to: url,
            headers: [],
            timeout: .seconds(10),
            addresses: policy,
            while: { true }
        ).status
    }
}
