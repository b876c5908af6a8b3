import TestSupport
import Testing

@testable import HealthService

/// What counts as a form.
@Suite("Forms", .offPool)
struct FormBodyTests {
    @Test("Names and values are decoded as forms encode them")
    func decoding() throws {
        let form = try #require(FormBody(Array("a=b+c%2B%26&d.e=%C3%A9%2f&f=".utf8)))
        #expect(form["a"] == "b c+&")
        #expect(form["d.e"] == "é/")
        #expect(form["f"]?.isEmpty == true)
        #expect(form["g"] == nil)
        #expect(FormBody([])?.names.isEmpty == true)
    }

    @Test(
        "What no form of ours would send is none",
        arguments: [
            "a", "=", "=b", "a=b&", "&a=b", "a=b&&c=d", "a=b&a=b", "a=b&a=c", "a=b&%61=c",
            "a=%", "a=%4", "a=%4g", "a=%+1", "a=%-1", "a=b=c", "a=%00", "a=%0A", "a=%7F", "a=%FF",
            "a=%C3", "a=%ED%A0%80", "a\u{0}=b", "a=\u{1}", "a=b;c=d=e",
        ]
    )
    func refused(body: String) {
        #expect(FormBody(Array(body.utf8)) == nil)
    }

    @Test("Sizes have their limits")
    func limits() {
        let fields = (0..<FormBody.fieldLimit).map { "f\($0)=1" }
        #expect(FormBody(Array(fields.joined(separator: "&").utf8)) != nil)
        #expect(FormBody(Array((fields + ["one=more"]).joined(separator: "&").utf8)) == nil)
        let value = String(repeating: "x", count: FormBody.valueLimit)
        #expect(FormBody(Array("a=\(value)".utf8)) != nil)
        #expect(FormBody(Array("a=\(value)x".utf8)) == nil)
    }

    @Test("Damaged forms never crash, and never give a name twice")
    func damage() {
        var generator = SeededGenerator()
        let alphabet = Array("ab=&%+4fF;.*\u{0}\u{FF}é".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            guard let form = FormBody(bytes), !bytes.isEmpty else { continue }
            let count = bytes.count { $0 == UInt8(ascii: "&") } + 1
            #expect(form.names.count == count, "TRIBUTARY_SEED=\(generator.seed): \(bytes)")
        }
    }
}
