import Foundation
import TestSupport
import Testing

@testable import HealthOutbox

@Suite("Lines that are cut into other batches after a kill", .offPool)
struct RecutTests {
    private let directory = TemporaryOutbox()
    private let key = BatchName.random()

    /// Settings as they were before the kill, or are after it.
    private static func settings(_ generator: inout SeededGenerator) -> OutboxSettings {
        OutboxSettings(
            samplesPerBatch: Int.random(in: 1...40, using: &generator),
            bytesPerBatch: Int.random(in: 10...400, using: &generator)
        )
    }

    /// The paths of the batches in the queue, in order.
    private var batches: [String] {
        directory.names("queue").map { "\(directory.path)/queue/\($0)" }
    }

    /// How many lines the batches have.
    private var queuedLines: Int {
        directory.text("queue").split(separator: "\n").count - batches.count
    }

    /// Queues lines of the key, or takes them from a file that was claimed before.
    private func append(
        _ text: [UInt8],
        asFile: Bool,
        to outbox: HealthOutbox
    ) async throws {
        guard asFile else {
            try await outbox.append(samples: text, key: key)
            return
        }
        let claimed = "\(directory.path)/taken/\(key)-1.ndjson"
        try Data(text).write(to: URL(fileURLWithPath: claimed))
        #expect(try await outbox.takeFiles().files == ["1.ndjson"])
        #expect(directory.names("taken") == [])
    }

    @Test(
        "Nothing is lost and nothing comes twice, however large the batches were",
        arguments: 0..<60
    )
    func recut(round: Int) async throws {
        var generator = SeededGenerator(seed: SeededGenerator().seed &+ UInt64(round))
        print("seed \(generator.seed)")
        let expected = names(1...Int.random(in: 1...60, using: &generator))
        let asFile = Bool.random(using: &generator)
        for _ in 0...Int.random(in: 0...2, using: &generator) {
            let outbox = try directory.open(Self.settings(&generator))
            try await append(lines(expected), asFile: asFile, to: outbox)
            await outbox.close()
            // The kill came when the first ones were written.
            let kept = Int.random(in: 0...batches.count, using: &generator)
            for path in batches.dropFirst(kept) { unlink(path) }
        }
        let outbox = try directory.open(Self.settings(&generator))
        try await append(lines(expected), asFile: asFile, to: outbox)
        #expect(queuedLines == expected.count)
        let server = MemoryServer()
        let result = await outbox.drain(to: server.destination)
        #expect(server.log == expected.map { "+" + $0 })
        #expect(result.tally.sampleCount == expected.count)
        #expect(batches == [])
    }

    @Test(
        "What was sent before the rest was given again does not count as the rest",
        arguments: 0..<30
    )
    func partlySent(round: Int) async throws {
        var generator = SeededGenerator(seed: SeededGenerator().seed &+ UInt64(round))
        print("seed \(generator.seed)")
        let expected = names(1...Int.random(in: 2...60, using: &generator))
        let server = MemoryServer()
        do {
            let outbox = try directory.open(Self.settings(&generator))
            try await append(lines(expected), asFile: false, to: outbox)
            await outbox.close()
        }
        let kept = Int.random(in: 0...batches.count, using: &generator)
        for path in batches.dropFirst(kept) { unlink(path) }
        do {
            let outbox = try directory.open(Self.settings(&generator))
            _ = await outbox.drain(to: server.destination)
            await outbox.close()
        }
        let outbox = try directory.open(Self.settings(&generator))
        try await append(lines(expected), asFile: true, to: outbox)
        _ = await outbox.drain(to: server.destination)
        #expect(server.log == expected.map { "+" + $0 })
    }

    @Test("What another key queued stays as it is")
    func otherKeys() async throws {
        let small = try directory.open(OutboxSettings(samplesPerBatch: 1))
        try await small.append(samples: lines(["a", "b"]), key: .random())
        try await small.append(samples: lines(["c"]))
        try await small.append(samples: lines(["d", "e"]), key: key)
        await small.close()
        let outbox = try directory.open()
        let names = try await outbox.append(samples: lines(["d", "e"]), key: key)
        #expect(names.count == 1)
        #expect(await outbox.waitingBatches == 4)
        let server = MemoryServer()
        _ = await outbox.drain(to: server.destination)
        #expect(server.log == ["+a", "+b", "+c", "+d", "+e"])
    }

    @Test("A batch that is being sent is left to its sender")
    func whileSending() async throws {
        let small = try directory.open(OutboxSettings(samplesPerBatch: 1))
        try await small.append(samples: lines(["a", "b", "c"]), key: key)
        await small.close()
        let outbox = try directory.open()
        let (server, key) = (MemoryServer(), key)
        let destination = OutboxDestination(user: "me") { request in
            // While the first one is on its way.
            if server.requests.isEmpty {
                _ = try await outbox.append(samples: lines(["a", "b", "c"]), key: key)
            }
            return try server.send(request)
        }
        _ = await outbox.drain(to: destination)
        #expect(server.log == ["+a", "+b", "+c"])
        #expect(server.requests.count == 2)
        #expect(batches == [])
    }

    @Test("When the new batches cannot be written, the old ones stay")
    func failedRecut() async throws {
        let small = try directory.open(OutboxSettings(samplesPerBatch: 1))
        try await small.append(samples: lines(["a", "b", "c"]), key: key)
        await small.close()
        let before = directory.names("queue")
        let outbox = try directory.open(OutboxSettings(samplesPerBatch: 2))
        var entry = QueueEntry(number: 5, name: key.part(2..<3), kind: .samples)
        entry.origin = key
        let obstacle = "\(directory.path)/queue/\(entry.fileName)"
        try FileManager.default.createDirectory(
            atPath: obstacle + "/x",
            withIntermediateDirectories: true
        )
        await #expect(throws: OutboxError.self) {
            try await outbox.append(samples: lines(["a", "b", "c"]), key: key)
        }
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(directory.names("queue") == before)
        #expect(await outbox.waitingBatches == 3)
    }
}
