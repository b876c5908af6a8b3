import JSON
import TestSupport
import Testing

@Suite("The grammar of RFC 8259", .offPool)
struct GrammarTests {
    @Test(
        "A well-formed text is read as Foundation reads it",
        arguments: [
            "null", "true", "false", "0", "-1", "1.5", "\"\"", "\"a\"", "[]", "{}",
            " \t\r\n null \t\r\n ", "[ ]", "{ }", "[1]", "[1,2,3]", "[ 1 , 2 , 3 ]", "[[],[[]],{}]",
            "[null,true,false,0,\"\",[],{}]", "{\"a\":1}", "{ \"a\" : 1 , \"b\" : 2 }",
            "{\"a\":{\"b\":{\"c\":[]}}}", "{\"\":0}", "{\"a\":[{\"b\":1},{\"b\":2}],\"c\":\"d\"}",
            "\"\\\"\"", "[\"\\\\\"]", "[\"a\\\\\",\"b\"]", "{\"a\\\"b\":1}", "\"[1,{]}:\"",
            "[\"\",\"\",\"\"]", "\"/\"", "\"\\/\"", "\"\u{7F}\"", "[1,\n2]",
        ]
    )
    func wellFormed(text: String) throws {
        #expect(try tree(text) == Tree(foundation: Array(text.utf8)))
    }

    @Test(
        "A malformed text is refused at the byte where it goes wrong",
        arguments: [
            ("[1,]", 3), ("[,1]", 1), ("[1,,2]", 3), ("[1 2]", 3), ("[1:2]", 2), ("[\"a\":1]", 4),
            ("[}", 1), ("{]", 1), ("[1}", 2), ("{\"a\":1]", 6), ("]", 0), ("}", 0), (",", 0),
            (":", 0), ("{,}", 1), ("{\"a\"}", 4), ("{\"a\",1}", 4), ("{\"a\":}", 5),
            ("{\"a\":,}", 5), ("{\"a\"::1}", 5), ("{\"a\":1,}", 7), ("{\"a\":1,,\"b\":2}", 7),
            ("{\"a\":1 \"b\":2}", 7), ("{a:1}", 1), ("{1:1}", 1), ("{null:1}", 1), ("{[]:1}", 1),
            ("{'a':1}", 1), ("['a']", 1), ("\"a\"b", 3), ("[\"a\"b]", 4), ("[\"a\"\"b\"]", 4),
            ("[1\"a\"]", 1), ("[true\"a\"]", 1), ("[a\"b\"]", 1), ("nul", 0), ("nulll", 0),
            ("True", 0), ("[TRUE]", 1), ("[fals e]", 1), ("NaN", 0), ("[NaN]", 1), ("Infinity", 0),
            ("[-Infinity]", 1), ("undefined", 0), ("[1]//", 3), ("/**/[1]", 0), ("[1,/**/2]", 3),
            ("\\", 0), ("[\\\"a\\\"]", 1), ("[\\n]", 1), ("[1\u{0C}]", 2), ("[\u{0B}1]", 1),
            ("\u{A0}[1]", 0), ("[1]\u{2028}", 3), ("\u{FEFF}[1]", 0), ("[\u{0}]", 1), ("#", 0),
        ]
    )
    func malformed(text: String, offset: Int) throws {
        let error = try #require(failure(text))
        #expect([.syntax, .trailing].contains(error.code))
        #expect(error.offset == offset)
    }

    @Test(
        "What follows the document is refused where it begins",
        arguments: [
            ("1 2", 2), ("null null", 5), ("[] []", 3), ("{}{}", 2), ("[1]]", 3), ("{}}", 2),
            ("[],", 2), ("\"a\" \"b\"", 4), ("\"a\"\"b\"", 3), ("[]:", 2), ("{} x", 3),
        ]
    )
    func trailing(text: String, offset: Int) throws {
        #expect(failure(text) == JSONError(.trailing, offset: offset))
    }

    @Test(
        "A text that ends inside a container or string is truncated at its end",
        arguments: [
            "[", "{", "[1", "[1,", "[[1]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "\"",
            "\"a", "\"\\", "\"\\\"", "[\"a", "{\"a", "{\"a\":\"b", "[{}", "[1 ",
        ]
    )
    func truncated(text: String) throws {
        #expect(failure(text) == JSONError(.truncated, offset: text.utf8.count))
    }

    @Test("A text without anything in it is empty", arguments: ["", " ", "\n", "\t\r\n \t"])
    func empty(text: String) throws {
        #expect(failure(text) == JSONError(.empty, offset: 0))
    }

    @Test("A byte order mark is not part of the grammar")
    func byteOrderMark() throws {
        #expect(failure([0xEF, 0xBB, 0xBF] + Array("{}".utf8))?.code == .syntax)
        #expect(failure([0xEF, 0xBB, 0xBF])?.code == .syntax)
        #expect(failure([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.code == .invalidUTF8)
    }

    @Test("An error tells kind and place and nothing of the content")
    func description() throws {
        let error = try #require(failure("{\"password\": secret}"))
        #expect(error.description == "the JSON text is malformed at byte 13")
        for code in JSONError.Code.allCases {
            #expect(JSONError(code, offset: 7).description.hasSuffix(" at byte 7"))
        }
    }

    @Test("The codes are stable")
    func codes() {
        #expect(
            JSONError.Code.allCases.map(\.rawValue) == [
                "truncated", "syntax", "invalidUTF8", "depth", "tooLarge", "duplicateKey",
                "trailing", "empty",
            ]
        )
    }
}
