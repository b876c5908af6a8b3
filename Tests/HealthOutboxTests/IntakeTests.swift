import Foundation
import TestSupport
import Testing

@testable import HealthOutbox

@Suite("Files dropped into an outbox", .offPool)
struct IntakeTests {
    private let directory = TemporaryOutbox()
    private let id = "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"

    private func sent(by outbox: HealthOutbox) async -> [String] {
        let server = MemoryServer()
        _ = await outbox.drain(to: server.destination)
        return server.log
    }

    @Test("Lines, documents and deletions are taken in the order of their names")
    func kinds() async throws {
        try directory.drop(#"{"id":"a"}"# + "\n\n" + #"{"id":"b"}"#, as: "1.ndjson")
        try directory.drop("[\n {\n \"id\":\r\n \"c\\n\" }, {\"id\":\"d\"}]", as: "2.json")
        try directory.drop(#"{"samples":[{"id":"e"}]}"#, as: "3.json")
        try directory.drop(#"{"uuids":["\#(id.uppercased())"]}"#, as: "4.json")
        try directory.drop("", as: "5.ndjson")
        try directory.drop("no sample at all", as: "notes.txt")
        let outbox = try directory.open()
        try directory.drop("{}", as: ".hidden.json")
        let report = try await outbox.takeFiles()
        #expect(report.files == ["1.ndjson", "2.json", "3.json", "4.json", "5.ndjson"])
        #expect(report.setAside == [])
        #expect(directory.names("taken") == [])
        #expect(await sent(by: outbox) == ["+a", "+b", "+c\n", "+d", "+e", "-\(id)"])
        #expect(try await outbox.takeFiles() == IntakeReport())
        #expect(directory.names("").contains("notes.txt"))
    }

    @Test(
        "A document that cannot be taken is set aside as it is, and the others are taken",
        arguments: [
            "", "{", "{}", "7", #"{"samples":{}}"#, #"{"samples":[],"atomic":true}"#,
            #"{"uuids":["x"]}"#, #"{"uuids":[7]}"#, #"{"deletions":[]}"#,
        ]
    )
    func strangeDocuments(text: String) async throws {
        try directory.drop(text, as: "1.json")
        try directory.drop(#"{"id":"a"}"#, as: "2.ndjson")
        let outbox = try directory.open()
        let report = try await outbox.takeFiles()
        #expect(report.files == ["2.ndjson"])
        #expect(report.setAside.count == 1)
        #expect(report.setAside.first?.hasPrefix("1.json: ") == true)
        #expect(directory.names("damaged").count == 1)
        #expect(directory.text("damaged") == text)
        #expect(await sent(by: outbox) == ["+a"])
    }

    @Test("A line that is too long costs itself, and the file is kept")
    func longLine() async throws {
        let long = String(repeating: " ", count: 9 << 20)
        let text = #"{"id":"a"}"# + "\n" + long + "\n" + #"{"id":"b"}"# + "\n" + long
        try directory.drop(text, as: "1.ndjson")
        let outbox = try directory.open()
        let report = try await outbox.takeFiles()
        #expect(report.files == [])
        #expect(report.setAside.first?.contains("has more than 8388608 bytes") == true)
        #expect(directory.text("damaged") == text)
        #expect(await sent(by: outbox) == ["+a", "+b"])
    }

    @Test("Lines are found wherever the pieces end that a file is read in", arguments: [1, 4093])
    func pieces(step: Int) throws {
        let expected = (0..<400).map { String(repeating: "x", count: $0 * step % 30_011) }
        try directory.drop(expected.joined(separator: "\n"), as: "lines")
        let reader = try LineReader("\(directory.path)/lines", limit: 30_000)
        var found: [String] = []
        while let line = try reader.next() {
            switch line {
            case .text(let text): found.append(String(decoding: text, as: UTF8.self))
            case .tooLong: found.append("too long")
            }
        }
        #expect(found == expected.map { $0.count > 30_000 ? "too long" : $0 })
    }

    @Test("A kill at any point of the taking leads to the same batches")
    func interruptedTaking() async throws {
        try directory.drop(String(decoding: lines(names(1...5)), as: UTF8.self), as: "1.ndjson")
        let settings = OutboxSettings(samplesPerBatch: 2)
        var names: [String] = []
        var file = Data()
        do {
            let outbox = try directory.open(settings)
            _ = try await outbox.takeFiles()
            names = directory.names("queue")
            file = Data(lines(HealthOutboxTests.names(1...5)))
            #expect(names.count == 3)
            await outbox.close()
        }
        // The batches' names are made from the claimed file's: put it back as a kill leaves it.
        let key = BatchName.random()
        for name in names { unlink("\(directory.path)/queue/\(name)") }
        let claimed = "\(directory.path)/taken/\(key)-1.ndjson"
        for kept in 0...3 {
            try file.write(to: URL(fileURLWithPath: claimed))
            do {
                let outbox = try directory.open(settings)
                #expect(try await outbox.takeFiles().files == ["1.ndjson"])
                await outbox.close()
            }
            let queued = directory.names("queue")
            let parts = [0..<2, 2..<4, 4..<5].map { "\(key.part($0))" }
            #expect(queued.map { String($0.dropFirst(13).prefix(36)) } == parts)
            #expect(directory.names("taken") == [])
            // The next round finds the first ones in the queue.
            for name in queued.dropFirst(kept) { unlink("\(directory.path)/queue/\(name)") }
        }
    }

    @Test("A file that cannot be read does not keep the others")
    func unreadable() async throws {
        let outbox = try directory.open()
        let name = "\(BatchName.random())-1.ndjson"
        try FileManager.default.createDirectory(
            atPath: "\(directory.path)/taken/\(name)",
            withIntermediateDirectories: false
        )
        try directory.drop(#"{"id":"a"}"#, as: "2.ndjson")
        let report = try await outbox.takeFiles()
        #expect(report.files == ["2.ndjson"])
        #expect(report.setAside.count == 1)
        #expect(directory.names("damaged") == [name])
        #expect(await sent(by: outbox) == ["+a"])
    }

    @Test("A file nobody put there by the rules keeps nobody")
    func strangerInTaken() async throws {
        let outbox = try directory.open()
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(directory.path)/taken/x.ndjson"))
        #expect(try await outbox.takeFiles() == IntakeReport())
        #expect(directory.names("damaged") == ["x.ndjson"])
    }
}
