import JSON
import TestSupport
import Testing

@Suite("Damaged documents", .offPool)
struct DamageTests {
    static let sample = #"""
        {"batch":"b-1","samples":[{"uuid":"6F1C9E0A-0B1D-4B43-9E34-3C2A57A0D2B1","type":"stepCount",
        "start":"2026-11-30T08:00:00+01:00","value":104.25,"unit":"count",
        "note":"gr\u00fc\u00dfe \ud83d\ude00 é€",
        "source":{"name":"Phone \"one\"","version":"17.1"},"metadata":{"HKTimeZone":"Europe/Paris",
        "ok":true,"no":false,"nothing":null,"list":[1,-2.5e3,0,[],{}]}}],"atomic":false}
        """#

    @Test("A document cut anywhere is refused")
    func truncation() throws {
        let bytes = Array(Self.sample.utf8)
        let parser = JSONParser()
        #expect(failure(bytes) == nil)
        for count in 0..<bytes.count {
            #expect(throws: JSONError.self, "\(count) bytes") {
                try parser.parse(bytes[..<count]) { _ in }
            }
        }
    }

    @Test("A document with damaged bytes is refused, or read as Foundation reads it")
    func mutation() throws {
        var generator = SeededGenerator(seed: 42)
        let parser = JSONParser()
        var accepted = 0
        for _ in 0..<10_000 {
            let bytes = damaged(&generator)
            guard let ours = try? parser.parse(bytes, { Document($0) }) else { continue }
            accepted += 1
            guard ours.isPlain else { continue }
            #expect(throws: Never.self) {
                let theirs = try Tree(foundation: bytes)
                #expect(theirs == ours.tree, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
        #expect(accepted > 1000)
    }

    @Test("What Foundation accepts is refused for a reason")
    func refusals() throws {
        var generator = SeededGenerator(seed: 43)
        for _ in 0..<5_000 {
            let bytes = damaged(&generator)
            // Foundation guesses the encoding from the first bytes, repairs lone surrogates, and
            // overlooks a comma at the end of an array.
            guard bytes[0] < 0x80, !bytes.contains(0), let error = failure(bytes) else { continue }
            guard !error.description.contains("surrogate"), !hasLastComma(bytes) else { continue }
            #expect(throws: (any Error).self, "\(error) \(String(decoding: bytes, as: UTF8.self))")
            {
                try Tree(foundation: bytes)
            }
        }
    }

    @Test("Noise never passes for a document")
    func noise() throws {
        var generator = SeededGenerator(seed: 44)
        let parser = JSONParser()
        for _ in 0..<5_000 {
            let count = Int.random(in: 1...300, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            guard let ours = try? parser.parse(bytes, { Tree($0) }) else { continue }
            #expect(try Tree(foundation: bytes) == ours)
        }
    }

    @Test("Shuffled tokens are accepted exactly when Foundation accepts them")
    func tokens() throws {
        let tokens = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\\n\"", "1", "-2.5", "true", "null", " ",
        ]
        var generator = SeededGenerator(seed: 45)
        let parser = JSONParser()
        for _ in 0..<30_000 {
            let count = Int.random(in: 1...7, using: &generator)
            let words = (0..<count).map { _ in tokens.randomElement(using: &generator) ?? "" }
            let bytes = Array(words.joined().utf8)
            let ours = try? parser.parse(bytes) { Document($0) }
            guard ours?.isPlain != false, !hasLastComma(bytes) else { continue }
            #expect((try? Tree(foundation: bytes)) == ours?.tree, "\(words.joined())")
        }
    }

    private func hasLastComma(_ bytes: [UInt8]) -> Bool {
        let dense = bytes.filter { $0 > UInt8(ascii: " ") }
        return zip(dense, dense.dropFirst()).contains {
            $0 == UInt8(ascii: ",") && $1 == UInt8(ascii: "]")
        }
    }

    /// The sample with one to four bytes replaced, removed, doubled or inserted.
    private func damaged(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(Self.sample.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            let likely = Array("0123456789 {}[],:\"\\eE.-+untrfl".utf8)
            let byte =
                Bool.random(using: &generator)
                ? likely.randomElement(using: &generator) ?? 0
                : UInt8.random(in: .min ... .max, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[position] = byte
            case 1: bytes.remove(at: position)
            case 2: bytes.insert(bytes[position], at: position)
            default: bytes.insert(byte, at: position)
            }
        }
        return bytes
    }
}

/// A document and whether any two parsers must agree on it.
private struct Document {
    let tree: Tree
    /// No key twice in one object, and no number out of range.
    let isPlain: Bool

    init(_ root: JSONValue) {
        tree = Tree(root)
        isPlain = Self.isPlain(root)
    }

    private static func isPlain(_ value: JSONValue) -> Bool {
        !value.isNumberOutOfRange && value.duplicateKey() == nil
            && value.elements.allSatisfy(isPlain) && value.members.allSatisfy { isPlain($0.value) }
    }
}
