import Glibc
import JSON
import TestSupport
import Testing

@Suite("Padding", .offPool)
struct PaddingTests {
    @Test(
        "The padding is never part of the document, whatever it holds",
        arguments: [
            "12", "-", "1.", "1e", "tru", "true", "\"a", "\"a\"", "\"\\", "\"\\u00", "\"a\\ud83d",
            "[",
            "[1", "[1,", "[[1]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":[1]", "[1]", "{}",
            " ",
            "[\"\u{E9}\"]",
        ]
    )
    func contents(text: String) throws {
        let expected = result(of: text, filler: 0)
        for filler in Array("]}[{\",:\\ 0123456789etrul\n".utf8) + [0x80, 0xC3, 0xFF] {
            #expect(result(of: text, filler: filler) == expected)
        }
    }

    @Test("A document in place gives what its copy gives")
    func inPlace() throws {
        let expected = Tree.array([.number(1), .string([97])])
        #expect(result(of: "[1,\"a\"]", filler: 0xFF) == .success(expected))
    }

    @Test("Lines of a longer text are parsed where they lie")
    func lines() throws {
        let lines = ["{\"a\":1}", "[2]", "\"three\"", "4", "[5", "[\"\\n\"]"]
        let text = Array((lines.joined(separator: "\n")).utf8)
        let padded = text + [UInt8](repeating: 0, count: JSONParser.padding)
        let parser = JSONParser()
        let trees = padded.withUnsafeBytes { buffer in
            buffer.dropLast(JSONParser.padding).split(separator: UInt8(ascii: "\n")).map { line in
                try? parser.parse(padded: UnsafeRawBufferPointer(rebasing: line)) { Tree($0) }
            }
        }
        #expect(trees == lines.map { try? tree($0) })
        #expect(trees.map { $0 == nil } == [false, false, false, false, true, false])
    }

    @Test("Nothing is read behind the padding")
    func guardPage() throws {
        let texts = [
            "[\"a\\u00e9\",1e5,{\"k\":null}]", "1", "\"abc\"", "[\"ab\\", "{\"a\":tru",
            "\"\u{E9}\"",
            "[" + String(repeating: "\"x\",", count: 500) + "123456]",
        ]
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let mapping = mmap(
            nil,
            2 * page,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        let memory = try #require(mapping)
        defer { munmap(memory, 2 * page) }
        try #require(mprotect(memory + page, page, PROT_NONE) == 0)
        for text in texts {
            let bytes = Array(text.utf8)
            let start = memory + page - JSONParser.padding - bytes.count
            start.copyMemory(from: bytes, byteCount: bytes.count)
            let buffer = UnsafeRawBufferPointer(start: start, count: bytes.count)
            let parsed = try? JSONParser().parse(padded: buffer) { Tree($0) }
            #expect(try parsed == (failure(bytes) == nil ? tree(bytes) : nil))
        }
    }

    @Test("A buffer without memory is an empty document")
    func noMemory() {
        let buffer = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(throws: JSONError(.empty, offset: 0)) {
            try JSONParser().parse(padded: buffer) { _ in }
        }
    }

    /// Parses in memory of exactly the promised size.
    private func result(of text: String, filler: UInt8) -> Result<Tree, JSONError> {
        let count = text.utf8.count
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: count + JSONParser.padding,
            alignment: 1
        )
        defer { memory.deallocate() }
        memory.copyBytes(from: text.utf8)
        for position in count..<memory.count { memory[position] = filler }
        let document = UnsafeRawBufferPointer(rebasing: memory[..<count])
        do {
            return .success(try JSONParser().parse(padded: document) { Tree($0) })
        } catch {
            return .failure(error as? JSONError ?? JSONError(.empty, offset: -1))
        }
    }
}
