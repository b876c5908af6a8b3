import JSON
import TestSupport
import Testing

@Suite("Limits", .offPool)
struct LimitTests {
    @Test("Nesting is refused one level beyond the limit", arguments: [0, 1, 2, 31, 32, 33, 1000])
    func depth(limit: Int) throws {
        for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = opening == "[" ? "" : "1"
            func nested(_ depth: Int) -> [UInt8] {
                let head = String(repeating: opening, count: depth)
                return Array((head + inner + String(repeating: closing, count: depth)).utf8)
            }
            if limit > 0 { #expect(failure(nested(limit), depthLimit: limit) == nil) }
            let error = failure(nested(limit + 1), depthLimit: limit)
            #expect(error == JSONError(.depth, offset: limit * opening.utf8.count))
        }
    }

    @Test("A million brackets are refused without recursion")
    func manyBrackets() {
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(failure(brackets) == JSONError(.depth, offset: 32))
        let error = failure(brackets, depthLimit: .max)
        #expect(error == JSONError(.truncated, offset: 1_000_000))
    }

    @Test("Siblings do not add to the depth")
    func siblings() throws {
        let text = "[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]"
        #expect(failure(Array(text.utf8), depthLimit: 3) == nil)
    }

    @Test("Values and keys are counted against the token limit")
    func tokens() throws {
        let text = Array("[1,{\"a\":2}]".utf8)
        #expect(failure(text, tokenLimit: 5) == nil)
        #expect(failure(text, tokenLimit: 4) == JSONError(.tooLarge, offset: 8))
        #expect(failure(text, tokenLimit: 0) == JSONError(.tooLarge, offset: 0))
        #expect(failure(Array("1".utf8), tokenLimit: 0) == JSONError(.tooLarge, offset: 0))
    }

    @Test("A huge array is read whole")
    func hugeArray() throws {
        let count = 1_000_000
        let text = "[" + String(repeating: "7,    ", count: count - 1) + "7]"
        let parser = JSONParser()
        try parser.parse(text.utf8) { root in
            #expect(root.count == count)
            #expect(root.elements.reduce(0) { $0 + ($1.int ?? 0) } == Int64(7 * count))
        }
        #expect(try parser.parse("[1]".utf8) { $0.count } == 1)
    }

    @Test("A parser goes on after errors, and after documents of any size")
    func reuse() throws {
        let parser = JSONParser()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let count = Int.random(in: 1...20_000, using: &generator)
            let text = "[\"\(String(repeating: "é\\n", count: count))\",\(count)]"
            #expect(throws: JSONError.self) { try parser.parse(text.utf8.dropLast()) { _ in } }
            try parser.parse(text.utf8) { root in
                let values = Array(root.elements)
                #expect(values[0].utf8?.count == 3 * count)
                #expect(values[1].int == Int64(count))
            }
        }
    }

    @Test("A parser that is busy takes no second document")
    func nested() async {
        await #expect(processExitsWith: .failure) {
            let parser = JSONParser()
            try parser.parse("[1]".utf8) { _ in try parser.parse("[2]".utf8) { _ in } }
        }
    }

    @Test("An error of the body passes through and leaves the parser usable")
    func bodyError() throws {
        struct Refusal: Error {}
        let parser = JSONParser()
        #expect(throws: Refusal.self) { try parser.parse("[1]".utf8) { _ in throw Refusal() } }
        #expect(try parser.parse("[1,2]".utf8) { $0.count } == 2)
    }
}
