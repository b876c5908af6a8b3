import JSON
import TestSupport
import Testing

@Suite("Strings", .offPool)
struct TextTests {
    @Test(
        "Escapes stand for what RFC 8259 says",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041""#, "A"),
            (#""\u00e9\u00E9""#, "éé"), (#""\u20AC""#, "€"), (#""\ud83d\ude00""#, "😀"),
            (#""\uD800\uDC00""#, "\u{10000}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""\u0000""#, "\0"), (#""a\u0000b""#, "a\0b"), (#""\\u0041""#, "\\u0041"),
            (#""\uD7FF\uE000\uFFFF""#, "\u{D7FF}\u{E000}\u{FFFF}"), (#""\\\\""#, "\\\\"),
            (#""grüße\t€😀""#, "grüße\t€😀"), (#""1234567\n""#, "1234567\n"),
            (#""12345678\n""#, "12345678\n"),
            (#""\u007f\u0080\u07ff\u0800""#, "\u{7F}\u{80}\u{7FF}\u{800}"),
        ]
    )
    func escapes(text: String, expected: String) throws {
        #expect(try tree(text) == .string(Array(expected.utf8)))
        #expect(
            try tree("{\(text):[\(text)]}") == .object([Array(expected.utf8): .array([tree(text)])])
        )
    }

    @Test(
        "A bad escape is malformed at its backslash",
        arguments: [
            (#""\x""#, 1), (#""a\'""#, 2), (#""\u""#, 1), (#""\u1""#, 1), (#""\u12""#, 1),
            (#""\u123""#, 1), (#""\u123g""#, 1), (#""\u+123""#, 1), (#""\U0041""#, 1),
            (#""ab\0""#, 3), (#""\a""#, 1), (#""\N""#, 1), (#""\u 123""#, 1), (#""\é""#, 1),
        ]
    )
    func badEscapes(text: String, offset: Int) throws {
        let error = try #require(failure(text))
        #expect(error.code == .syntax)
        #expect(error.offset == offset)
        #expect(error.description.contains("escape"))
        #expect(failure("{\(text):1}")?.offset == offset + 1)
    }

    @Test(
        "Half a surrogate pair is malformed at its backslash",
        arguments: [
            (#""\ud800""#, 1), (#""\udbff""#, 1), (#""\udc00""#, 1), (#""\udfff""#, 1),
            (#""\ud800\ud800""#, 1), (#""\ud800a""#, 1), (#""\ud800\n""#, 1),
            (#""\ud800\u0041""#, 1),
            (#""\ude00\ud83d""#, 1), (#""\ud83d\ude00\ud83d""#, 13), (#""\ud800\ue000""#, 1),
            (#""ab\ud800\u12""#, 3), (#""\uD800\"""#, 1),
        ]
    )
    func loneSurrogates(text: String, offset: Int) throws {
        let error = try #require(failure(text))
        #expect(error.code == .syntax)
        #expect(error.offset == offset)
        #expect(error.description.contains("surrogate"))
    }

    @Test("A control character must be escaped", arguments: UInt8(0)..<0x20)
    func controlCharacters(byte: UInt8) throws {
        let bytes = Array("[\"ab".utf8) + [byte] + Array("c\"]".utf8)
        #expect(failure(bytes) == JSONError(.syntax, offset: 4))
        let escaped = Array("[\"ab\\".utf8) + [byte] + Array("c\"]".utf8)
        #expect(failure(escaped)?.code == .syntax)
    }

    @Test(
        "Bytes that are not UTF-8 are refused at the first of them",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFE], [0xFF], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC2, 0x41],
            [0xE2, 0x28, 0xA1],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) throws {
        for count in [0, 1, 60, 61, 62, 63, 64, 127, 1000] {
            let prefix = Array("[\"\(String(repeating: "x", count: count))".utf8)
            let error = failure(prefix + bytes + Array("\"]".utf8))
            #expect(error == JSONError(.invalidUTF8, offset: prefix.count))
        }
        #expect(failure(Array("{\"".utf8) + bytes + Array("\":1}".utf8))?.code == .invalidUTF8)
        #expect(failure(Array("[1] ".utf8) + bytes)?.code != nil)
        #expect(failure(bytes) != nil)
    }

    @Test("Scalars from all of Unicode pass through, escaped and not")
    func scalars() throws {
        let parser = JSONParser()
        for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 37) {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else {
                continue
            }
            let units = Array(String(scalar).utf16)
            let escaped = units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            let text = "[\"\(scalar)\",\"\(escaped.joined())\"]"
            let strings = try parser.parse(text.utf8) { $0.elements.map(\.string) }
            #expect(strings == [String(scalar), String(scalar)])
        }
    }

    @Test("A string ends where its last quote is, whatever backslashes stand before it")
    func backslashRuns() throws {
        for count in 0..<200 {
            let run = String(repeating: "\\\\", count: count)
            let expected = [UInt8](repeating: UInt8(ascii: "\\"), count: count)
            #expect(try tree("[\"\(run)\",1]") == .array([.string(expected), .number(1)]))
            #expect(failure("[\"\(run)\\\",1]")?.code == .truncated)
        }
    }
}
