import JSON
import TestSupport
import Testing

@Suite("Values", .offPool)
struct ValueTests {
    let parser = JSONParser()

    @Test("A value answers for its own kind and with nil for the others")
    func kinds() throws {
        try parser.parse(#"[null,true,false,1,1.5,"a",[1],{"a":1}]"#.utf8) { root in
            let values = Array(root.elements)
            let kinds: [JSONKind] = [
                .null, .boolean, .boolean, .number, .number, .string, .array, .object,
            ]
            #expect(values.map(\.kind) == kinds)
            #expect(values.map(\.isNull) == kinds.map { $0 == .null })
            #expect(values.map(\.bool) == [nil, true, false, nil, nil, nil, nil, nil])
            #expect(values.map(\.double) == [nil, nil, nil, 1, 1.5, nil, nil, nil])
            #expect(values.map(\.int) == [nil, nil, nil, 1, nil, nil, nil, nil])
            #expect(values.map(\.string) == [nil, nil, nil, nil, nil, "a", nil, nil])
            #expect(
                values.map { $0.utf8.map(Array.init) } == [nil, nil, nil, nil, nil, [97], nil, nil]
            )
            #expect(values.map(\.count) == [0, 0, 0, 0, 0, 0, 1, 1])
            #expect(values.map { Array($0.elements).count } == [0, 0, 0, 0, 0, 0, 1, 0])
            #expect(values.map { Array($0.members).count } == [0, 0, 0, 0, 0, 0, 0, 1])
            #expect(values.map { $0["a"] != nil } == kinds.map { $0 == .object })
            #expect(values.filter(\.isNumberOutOfRange).isEmpty)
        }
    }

    @Test("The raw bytes of a value are its text in the document")
    func rawBytes() throws {
        let text = #" { "a" : [ 1 , { "x" : "\n" } ] , "b":-1.50e1 , "c" : "é" ,"d":{ } } "#
        try parser.parse(text.utf8) { root in
            func raw(_ value: JSONValue?) -> String? {
                value.map { String(decoding: $0.rawBytes, as: UTF8.self) }
            }
            #expect(raw(root) == String(text.dropFirst().dropLast()))
            #expect(raw(root["a"]) == #"[ 1 , { "x" : "\n" } ]"#)
            #expect(root["a"]?.elements.map { raw($0) } == ["1", #"{ "x" : "\n" }"#])
            #expect(raw(root["b"]) == "-1.50e1")
            #expect(raw(root["c"]) == "\"é\"")
            #expect(raw(root["d"]) == "{ }")
            #expect(root.offset == 1)
            #expect(root["a"]?.offset == 9)
            #expect(root.members.map(\.key.offset) == [3, 34, 48, 60])
        }
    }

    @Test("Members come in order, with their nested values skipped over")
    func members() throws {
        let text = #"{"one":[[1,2],{"x":[3]}],"two":{"three":{"four":4}},"five":5}"#
        try parser.parse(text.utf8) { root in
            #expect(root.members.map(\.key.string) == ["one", "two", "five"])
            #expect(root.count == 3)
            #expect(root["two"]?["three"]?["four"]?.int == 4)
            #expect(root["one"]?.elements.map(\.count) == [2, 1])
            #expect(root["four"] == nil)
            #expect(root["five"]?["x"] == nil)
        }
    }

    @Test("Keys are compared unescaped, byte for byte")
    func keys() throws {
        try parser.parse(#"{"\u0073tart":1,"start":2,"star":3,"":4,"é":5,"starts":6}"#.utf8) {
            root in
            #expect(root["start"]?.int == 1)
            #expect(root["star"]?.int == 3)
            #expect(root[""]?.int == 4)
            #expect(root["é"]?.int == 5)
            #expect(root["e\u{301}"] == nil)
            let names = ["start", "starts", "starte", "Start"]
            #expect(names.map { root[$0]?.int } == [1, 6, nil, nil])
            let matches = root.members.map { $0.key == "start" }
            #expect(matches == [true, true, false, false, false, false])
            #expect(root.members.map { $0.key == names[0] } == matches)
        }
    }

    @Test("A switch over literals finds its key")
    func switching() throws {
        try parser.parse(#"{"start":1,"x":2,"end":3,"other":4}"#.utf8) { root in
            let found = root.members.map { key, _ in
                switch key {
                case "start": 1
                case "end": 2
                case "x": 3
                default: 0
                }
            }
            #expect(found == [1, 3, 2, 0])
        }
    }

    @Test(
        "The first key that was there before is found",
        arguments: [
            ("{}", nil), ("[1,1]", nil), ("\"a\"", nil), (#"{"a":1}"#, nil),
            (#"{"a":1,"b":2}"#, nil),
            (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"b":{"a":2},"c":3}"#, nil), (#"{"":1,"":2}"#, 6),
            (#"{"a":1,"\u0061":2}"#, 7), (#"{"a":1,"b":2,"b":3,"a":4}"#, 13),
            (#"{"A":1,"a":2}"#, nil),
            (#"{"é":1,"e\u0301":2}"#, nil),
        ] as [(String, Int?)]
    )
    func duplicates(text: String, offset: Int?) throws {
        #expect(try parser.parse(text.utf8) { $0.duplicateKey() } == offset)
    }

    @Test("Duplicates are found among few keys and many", arguments: [2, 10, 63, 64, 65, 66, 1000])
    func manyKeys(count: Int) throws {
        let members = (0..<count).map { "\"key\($0)\":\($0)" }
        let distinct = "{" + members.joined(separator: ",") + "}"
        #expect(try parser.parse(distinct.utf8) { $0.duplicateKey() } == nil)
        for position in [0, (count - 1) / 2, count - 2] {
            let head = "{" + members.dropLast().joined(separator: ",") + ","
            let text = head + "\"key\(position)\":0}"
            #expect(try parser.parse(text.utf8) { $0.duplicateKey() } == head.utf8.count)
        }
    }
}
