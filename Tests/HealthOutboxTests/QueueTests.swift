import Foundation
import HTTPClient
import HealthModel
import TestSupport
import Testing

@testable import HealthOutbox

@Suite("The queue of an outbox", .offPool)
struct QueueTests {
    private let draft = SampleDraft(
        type: "stepCount",
        start: ZonedInstant(Instant(seconds: 0), offsetInMinutes: 60),
        end: ZonedInstant(Instant(seconds: 60), offsetInMinutes: 60),
        value: 1,
        unit: "count"
    )

    @Test("What was appended is there, in its order, for whoever opens the outbox next")
    func durability() async throws {
        let directory = TemporaryOutbox()
        let id = try #require(SampleID("6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"))
        do {
            let outbox = try directory.open(OutboxSettings(samplesPerBatch: 2))
            #expect(try await outbox.append(samples: lines(names(1...5))).count == 3)
            #expect(try await outbox.append(deletions: [id]).count == 1)
            #expect(try await outbox.append(samples: lines(names(6...6))).count == 1)
            await outbox.close()
        }
        let outbox = try directory.open()
        #expect(await outbox.waitingBatches == 5)
        let server = MemoryServer()
        let result = await outbox.drain(to: server.destination)
        #expect(result.end == .empty)
        #expect(server.log == ["+s1", "+s2", "+s3", "+s4", "+s5", "-\(id)", "+s6"])
        #expect(result.tally.samples == [.stored: 6])
        #expect(result.tally.deletions == [.stored: 1])
        #expect(directory.names("queue").isEmpty)
        #expect(directory.names("rejected").isEmpty)
    }

    @Test("A batch ends at its samples or its bytes, and one sample may be larger")
    func sizes() async throws {
        let directory = TemporaryOutbox()
        let outbox = try directory.open(OutboxSettings(samplesPerBatch: 3, bytesPerBatch: 30))
        let large = String(repeating: "x", count: 100)
        try await outbox.append(samples: lines(["a", "b", "c", large, "d"]))
        let server = MemoryServer()
        _ = await outbox.drain(to: server.destination)
        let sizes = server.requests.map { request in
            request.body?.count { $0 == UInt8(ascii: "\n") }
        }
        #expect(sizes == [2, 1, 1, 1])
        #expect(server.log == ["+a", "+b", "+c", "+" + large, "+d"])
    }

    @Test("Blank lines and missing ends change nothing, and nothing at all is no batch")
    func blankLines() async throws {
        let directory = TemporaryOutbox()
        let outbox = try directory.open()
        #expect(try await outbox.append(samples: Array("\n \r\n\t\n".utf8)) == [])
        #expect(try await outbox.append(samples: [SampleDraft]()) == [])
        #expect(try await outbox.append(deletions: []) == [])
        try await outbox.append(samples: Array("\n{\"id\":\"a\"}\r\n \n{\"id\":\"b\"}".utf8))
        let server = MemoryServer()
        let result = await outbox.drain(to: server.destination)
        #expect(result.tally.samples == [.stored: 2])
    }

    @Test("Samples that are not written yet are written as the wire has them")
    func drafts() async throws {
        let directory = TemporaryOutbox()
        let outbox = try directory.open()
        try await outbox.append(samples: [draft, draft])
        #expect(
            directory.text("queue").split(separator: "\n").dropFirst().allSatisfy {
                $0.hasPrefix(#"{"type":"stepCount","start":"1970-01-01T01:00:00+01:00","#)
            }
        )
        #expect(directory.text("queue").contains("tributary-outbox 1 samples 2 "))
    }

    @Test("One outbox at a time has a directory")
    func exclusion() async throws {
        let directory = TemporaryOutbox()
        let outbox = try directory.open()
        let error = #expect(throws: OutboxError.self) { try directory.open() }
        #expect(error?.code == .inUse)
        #expect(error?.description == "another process uses the outbox \(directory.path)")
        await outbox.close()
        let second = try directory.open()
        let closed = await #expect(throws: OutboxError.self) {
            try await outbox.append(samples: lines(["a"]))
        }
        #expect(closed?.code == .closed)
        try await second.append(samples: lines(["b"]))
        #expect(directory.names("queue").count == 1)
    }

    @Test("What cannot be written whole is not appended at all")
    func failedAppend() async throws {
        let directory = TemporaryOutbox()
        let outbox = try directory.open(OutboxSettings(samplesPerBatch: 1))
        try await outbox.append(samples: lines(["before"]))
        // A directory in the place of the second batch's file.
        let key = BatchName.random()
        var entry = QueueEntry(number: 3, name: key.part(1..<2), kind: .samples)
        entry.origin = key
        let obstacle = "\(directory.path)/queue/\(entry.fileName)"
        try FileManager.default.createDirectory(
            atPath: obstacle + "/x",
            withIntermediateDirectories: true
        )
        let error = await #expect(throws: OutboxError.self) {
            try await outbox.append(samples: lines(["a", "b", "c"]), key: key)
        }
        #expect(error?.code == .disk)
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(await outbox.waitingBatches == 1)
        #expect(directory.names("queue").count == 1)
        // Where it failed before, it succeeds now, and once.
        try await outbox.append(samples: lines(["a", "b", "c"]), key: key)
        try await outbox.append(samples: lines(["a", "b", "c"]), key: key)
        let server = MemoryServer()
        _ = await outbox.drain(to: server.destination)
        #expect(server.log == ["+before", "+a", "+b", "+c"])
    }

    @Test("A file in the place of the directory is told as what it is")
    func noDirectory() throws {
        let directory = TemporaryOutbox()
        try Data("x".utf8).write(to: URL(fileURLWithPath: directory.path))
        let error = #expect(throws: OutboxError.self) { try directory.open() }
        #expect(error?.description == "\(directory.path) is not a directory")
    }

    @Test("What a write that was cut off left behind does not count")
    func unfinishedWrites() async throws {
        let directory = TemporaryOutbox()
        let name: String
        do {
            let outbox = try directory.open()
            try await outbox.append(samples: lines(["a"]))
            name = try #require(directory.names("queue").first)
            await outbox.close()
        }
        let half = Data("tributary-outbox 1 samples 9 ".utf8)
        try half.write(to: URL(fileURLWithPath: "\(directory.path)/queue/.\(name)"))
        try half.write(to: URL(fileURLWithPath: "\(directory.path)/queue/notes.txt"))
        let outbox = try directory.open()
        #expect(await outbox.waitingBatches == 1)
        #expect(directory.names("queue") == [name])
        #expect(directory.names("damaged") == ["notes.txt"])
    }

    @Test(
        "A name of a file is read as it is written, and no other is",
        arguments: [
            "000000000012-6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f.samples",
            "000000000012ab-6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f.deletions",
            "1000000000000-6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f.samples",
            "000000000012-6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f"
                + ".6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e60.samples",
        ]
    )
    func entryNames(name: String) throws {
        #expect(try #require(QueueEntry(fileName: name)).fileName == name)
        for damaged in [
            String(name.dropFirst()), name + "x", name.uppercased(), "+" + name.dropFirst(),
            name.replacingOccurrences(of: "6f1c", with: "6f1"), "", "-", ".samples",
        ] {
            #expect(QueueEntry(fileName: damaged) == nil, "\(damaged)")
        }
    }

    @Test("Halves stand where the whole stood")
    func halves() {
        let whole = QueueEntry(number: 7, name: .random(), kind: .samples)
        let next = QueueEntry(number: 8, name: .random(), kind: .samples)
        let (first, second) = whole.divided
        let (third, fourth) = first.divided
        #expect([next, second, fourth, third].sorted() == [third, fourth, second, next])
        #expect(third.isPart(of: whole) && third.isPart(of: first) && !third.isPart(of: second))
        #expect(!whole.isPart(of: whole) && !next.isPart(of: whole))
        #expect(Set([whole, first, second, third, fourth].map(\.name)).count == 5)
    }
}
