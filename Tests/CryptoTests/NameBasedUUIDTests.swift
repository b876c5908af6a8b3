import Crypto
import TestSupport
import Testing

@Suite("Name-based UUIDs", .offPool)
struct NameBasedUUIDTests {
    /// The namespaces of RFC 9562, section 6.6.
    static let dns: UInt128 = 0x6ba7b810_9dad_11d1_80b4_00c04fd430c8
    static let url: UInt128 = 0x6ba7b811_9dad_11d1_80b4_00c04fd430c8

    @Test("The example of RFC 9562 comes out")
    func example() {
        let uuid = NameBasedUUID.version5(namespace: Self.dns, name: Array("www.example.com".utf8))
        #expect(uuid == 0x2ed6657d_e927_568b_95e1_2665a8aea6a2)
    }

    @Test("The example of Python's documentation comes out")
    func second() {
        let uuid = NameBasedUUID.version5(namespace: Self.dns, name: Array("python.org".utf8))
        #expect(uuid == 0x886313e1_3b8a_5372_9b90_0c9aee199e5d)
    }

    @Test("Version and variant are set for every name, and names and namespaces matter")
    func bits() {
        var seen: Set<UInt128> = []
        for number in 0..<500 {
            for namespace in [Self.dns, Self.url] {
                let name = Array("\(number)".utf8)
                let uuid = NameBasedUUID.version5(namespace: namespace, name: name)
                #expect(uuid >> 76 & 15 == 5)
                #expect(uuid >> 62 & 3 == 2)
                seen.insert(uuid)
            }
        }
        #expect(seen.count == 1000)
        #expect(NameBasedUUID.version5(namespace: 0, name: []) >> 76 & 15 == 5)
    }
}
