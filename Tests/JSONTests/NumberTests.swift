import JSON
import TestSupport
import Testing

@Suite("Numbers", .offPool)
struct NumberTests {
    @Test(
        "A number is the nearest double",
        arguments: [
            ("0", 0), ("1", 1), ("-1", -1), ("8412", 8412), ("0.1", 0.1), ("-0.5", -0.5),
            ("1e3", 1000), ("1E3", 1000), ("1e+3", 1000), ("1e-3", 0.001), ("0e0", 0),
            ("0.0e-0", 0),
            ("12.5e2", 1250), ("9007199254740992", 9_007_199_254_740_992),
            ("9007199254740993", 9_007_199_254_740_992), ("9007199254740993.0", 0x1p53),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", 0x1p-1074),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
            ("4.9e-324", 0x1p-1074),
            ("2.2250738585072014e-308", .leastNormalMagnitude), ("1e22", 1e22), ("1e23", 1e23),
            ("123456789012345678901234567890", 0x1.8ee90ff6c373ep96),
            ("0.30000000000000004", 0.30000000000000004), ("1e-400", 0), ("0e999999999999", 0),
            ("0.000e-999999999999", 0), ("1e-99999999999999999999", 0), ("0.1e1", 1),
            ("100000000000000000000e-20", 1), ("0.00000000000000000001e20", 1),
            ("179769313486231580793e288", .greatestFiniteMagnitude),
            ("3.14159265358979", 3.14159265358979),
        ] as [(String, Double)]
    )
    func nearestDouble(text: String, expected: Double) throws {
        for text in ["[\(text)]", "[ \(text) ]", "[\(text),1]"] {
            let numbers = try JSONParser().parse(text.utf8) { $0.elements.map(\.double) }
            #expect(numbers.first == expected, "\(text)")
        }
        let numbers = try JSONParser().parse("{\"a\":\(text)}".utf8) {
            $0.members.map(\.value.double)
        }
        #expect(numbers == [expected])
        #expect(try JSONParser().parse(text.utf8) { $0.double } == expected)
    }

    @Test("Negative zero keeps its sign", arguments: ["-0", "-0.0", "-0e5", "-1e-400"])
    func negativeZero(text: String) throws {
        let number = try JSONParser().parse(text.utf8) { $0.double }
        #expect(number?.bitPattern == (-0.0).bitPattern)
    }

    @Test(
        "A number beyond the largest double spoils itself and nothing else",
        arguments: [
            "1e400", "-1e400", "1e309", "1.7976931348623159e308", "1e99999999999999999999",
            "0.0001e500", "1" + String(repeating: "0", count: 400),
        ]
    )
    func outOfRange(text: String) throws {
        try JSONParser().parse("[1,\(text),2]".utf8) { root in
            let values = Array(root.elements)
            #expect(values.map(\.double) == [1, nil, 2])
            #expect(values.map(\.isNumberOutOfRange) == [false, true, false])
            #expect(values[1].kind == .number)
            #expect(values[1].int == nil)
            #expect(Array(values[1].rawBytes) == Array(text.utf8))
        }
    }

    @Test("A number too long for any fast path is still the nearest double")
    func long() throws {
        let zeros = String(repeating: "0", count: 5000)
        #expect(try tree("0.\(zeros)1e5001") == .number(1))
        #expect(try tree("1\(zeros)e-5000") == .number(1))
        #expect(try tree("0.1\(zeros)1") == .number(0.1))
    }

    @Test(
        "An integer is exact as long as 64 bits hold it",
        arguments: [
            ("0", 0), ("7", 7), ("-7", -7), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("18446744073709551616", nil),
            ("99999999999999999999", nil), ("1.0", nil), ("1e2", nil), ("-0", nil), ("\"1\"", nil),
            ("true", nil), ("null", nil),
        ] as [(String, Int64?)]
    )
    func integers(text: String, expected: Int64?) throws {
        #expect(try JSONParser().parse(text.utf8) { $0.int } == expected)
    }

    @Test(
        "What merely looks like a number is malformed",
        arguments: [
            "01", "-01", "00", "1.", ".1", "-.1", "-", "+1", "--1", "1e", "1e+", "1E-", "1.e1",
            "1.5.5", "1e1.5", "1e1e1", "0x10", "1_000", "1a", "1.5f", "- 1", "-a", "1-", "0-1",
            "\u{FF11}",
        ]
    )
    func malformed(text: String) throws {
        #expect(failure(text) == JSONError(.syntax, offset: 0))
        #expect(failure("[\(text)]") == JSONError(.syntax, offset: 1))
    }

    @Test("Random doubles are read as Swift reads them")
    func random() throws {
        var generator = SeededGenerator(seed: 20_261_130)
        let parser = JSONParser()
        for _ in 0..<5_000 {
            let size = UInt64.random(in: 0...60, using: &generator)
            let digits = UInt64.random(in: 0...UInt64.max >> size, using: &generator)
            let point = Int.random(in: 0...8, using: &generator)
            let exponent = Int.random(in: -330...310, using: &generator)
            let text = "\(digits).\(String(digits, radix: 8).suffix(point + 1))e\(exponent)"
            let expected = Double(text) ?? .nan
            let number = try parser.parse(text.utf8) { $0.double }
            #expect(number == (expected.isFinite ? expected : nil), "\(text)")
        }
    }
}
