import JSON
import TestSupport
import Testing

@Suite("Writing", .offPool)
struct WriterTests {
    @Test("Commas stand between elements and members and nowhere else")
    func commas() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("empty")
        writer.beginArray()
        writer.endArray()
        writer.key("list")
        writer.beginArray()
        writer.null()
        writer.boolean(true)
        writer.boolean(false)
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.integer(1)
        writer.integer(-2)
        writer.endArray()
        writer.endArray()
        writer.key("name" + "1")
        writer.string("x")
        writer.key("raw")
        writer.raw("{}".utf8)
        writer.key("sum")
        writer.number(8412)
        writer.endObject()
        let expected =
            #"{"empty":[],"list":[null,true,false,{},[1,-2]],"name1":"x","raw":{},"sum":8412}"#
        #expect(text(writer) == expected)
    }

    @Test("A writer that is reset starts a new document")
    func reset() {
        var writer = JSONWriter(capacity: 0)
        writer.integer(1)
        writer.removeAll()
        writer.integer(2)
        #expect(text(writer) == "2")
    }

    @Test(
        "A number is the shortest text that reads back the same",
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-1, "-1"), (8412, "8412"), (0.1, "0.1"),
            (-2.5, "-2.5"),
            (0.1 + 0.2, "0.30000000000000004"), (1e15, "1000000000000000"),
            (0x1p53, "9007199254740992"),
            (0x1p53 - 1, "9007199254740991"), (-0x1p53, "-9007199254740992"), (1e16, "1e+16"),
            (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (1e-7, "1e-07"), (123456.789, "123456.789"), (72.35, "72.35"),
        ] as [(Double, String)]
    )
    func numbers(number: Double, expected: String) {
        var writer = JSONWriter()
        writer.number(number)
        #expect(text(writer) == expected)
    }

    @Test(
        "Integers keep all their digits",
        arguments: [0, 9, 10, -10, 1_000_000, .max, .min] as [Int64]
    )
    func integers(integer: Int64) {
        var writer = JSONWriter()
        writer.integer(integer)
        #expect(text(writer) == "\(integer)")
    }

    @Test(
        "Strings are escaped where they must be",
        arguments: [
            ("", #""""#), ("a", #""a""#), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{1F}\u{8}\u{C}\u{7F}", "\"\\u0000\\u001f\\u0008\\u000c\u{7F}\""),
            ("é€😀", "\"é€😀\""),
            ("a\nb", #""a\nb""#),
        ]
    )
    func strings(string: String, expected: String) {
        var writer = JSONWriter()
        writer.string(string)
        #expect(text(writer) == expected)
        var keyed = JSONWriter()
        keyed.key(string)
        #expect(text(keyed) == expected + ":")
    }

    @Test("What JSON cannot say is a programming error")
    func notFinite() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.number(.nan)
        }
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.number(-.infinity)
        }
    }

    @Test("Random doubles come back bit for bit")
    func randomDoubles() throws {
        var generator = SeededGenerator(seed: 1)
        var writer = JSONWriter()
        let parser = JSONParser()
        for _ in 0..<10_000 {
            var number = Double(bitPattern: generator.next())
            if Bool.random(using: &generator) {
                number = (Double.random(in: -1e6...1e6, using: &generator) * 100).rounded() / 100
            }
            guard number.isFinite else { continue }
            writer.removeAll()
            writer.number(number)
            let read = try parser.parse(writer.bytes) { $0.double }
            #expect(read?.bitPattern == number.bitPattern, "\(number)")
        }
    }

    @Test("Random strings and keys come back scalar for scalar")
    func randomStrings() throws {
        var generator = SeededGenerator(seed: 2)
        let parser = JSONParser()
        for _ in 0..<1_000 {
            let strings = (0..<4).map { _ in randomString(&generator) }
            var writer = JSONWriter()
            writer.beginObject()
            for string in strings {
                writer.key(string)
                writer.string(string)
            }
            writer.endObject()
            let read = try parser.parse(writer.bytes) { root in
                root.members.flatMap { [$0.key.string, $0.value.string ?? ""] }
            }
            #expect(
                read.map { Array($0.utf8) } == strings.flatMap { [Array($0.utf8), Array($0.utf8)] }
            )
        }
    }

    private func randomString(_ generator: inout SeededGenerator) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
            let limit: UInt32 =
                [0x30, 0x80, 0x800, 0x10000, 0x110000].randomElement(using: &generator) ?? 1
            if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private func text(_ writer: JSONWriter) -> String {
        String(decoding: writer.bytes, as: UTF8.self)
    }
}
