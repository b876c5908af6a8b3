import Foundation
import HTTPClient
import Synchronization
import TestSupport
import Testing

@testable import HealthOutbox

@Suite("Emptying an outbox", .offPool)
struct DrainTests {
    private let directory = TemporaryOutbox()
    private let clock = TestClock()
    private let retries = RetryPolicy(attempts: 4, base: .seconds(1), longest: .seconds(60))

    private func outbox(_ samples: Int = 1000) throws -> HealthOutbox {
        try directory.open(OutboxSettings(samplesPerBatch: samples, retries: retries))
    }

    @Test("After a lost answer the same batch comes again, and is counted once")
    func lostAnswer() async throws {
        let server = MemoryServer { _, count in count < 2 ? .answerLost : .answered }
        let outbox = try outbox()
        let names = try await outbox.append(samples: lines(["a", "b"]))
        let result = await outbox.drain(to: server.destination, clock: clock.clock())
        #expect(result.end == .empty)
        #expect(result.tally.samples == [.stored: 2])
        #expect(result.tally.batches == 1)
        #expect(server.batches == Array(repeating: "\(names[0])", count: 3))
        #expect(server.requests.allSatisfy { $0.body == server.requests[0].body })
        #expect(server.stored == ["a": 1, "b": 1])
        #expect(clock.all == [.seconds(1), .seconds(2)])
    }

    @Test("A batch keeps its name over a restart")
    func restart() async throws {
        let first = MemoryServer { _, _ in .answerLost }
        do {
            let outbox = try outbox()
            try await outbox.append(samples: lines(["a"]))
            let result = await outbox.drain(to: first.destination, clock: clock.clock())
            #expect(result.end == .exhausted("the connection was cut"))
            #expect(result.tally == OutboxTally())
            await outbox.close()
        }
        let second = MemoryServer()
        _ = try await outbox().drain(to: second.destination)
        #expect(Set(first.batches) == Set(second.batches))
        #expect(first.requests.count == 4)
    }

    @Test(
        "What may pass is waited for, as long as the server asks at least",
        arguments: [408, 425, 429, 500, 502, 503, 504]
    )
    func temporary(status: Int) async throws {
        let server = MemoryServer { _, count in
            switch count {
            case 0: .refused(status: status, headers: [("Retry-After", "17")])
            case 1: .refused(status: status, headers: [("retry-after", "1")])
            case 2: .refused(status: status)
            default: .answered
            }
        }
        let outbox = try outbox()
        try await outbox.append(samples: lines(["a"]))
        let result = await outbox.drain(to: server.destination, clock: clock.clock())
        #expect(result.end == .empty)
        #expect(clock.all == [.seconds(17), .seconds(2), .seconds(4)])
    }

    @Test(
        "Where nothing is taken from this sender, it stops and keeps everything",
        arguments: [
            (401, #"{"code":"unauthenticated","detail":"The token is not valid."}"#),
            (403, #"{"code":"forbidden"}"#), (404, #"{"code":"userNotFound"}"#),
            (400, "<html>"), (400, #"{"code":"invalidParameter"}"#), (301, ""), (409, "{}"),
            (415, ""), (418, ""),
        ]
    )
    func forbidden(status: Int, body: String) async throws {
        let server = MemoryServer { _, count in
            count == 0 ? .answered : .refused(status: status, body: body)
        }
        let outbox = try outbox(1)
        try await outbox.append(samples: lines(["a", "b", "c"]))
        let result = await outbox.drain(to: server.destination, clock: clock.clock())
        guard case .refused(let reason) = result.end else {
            Issue.record("\(result.end)")
            return
        }
        #expect(status != 401 || reason == "unauthenticated: The token is not valid.")
        #expect(result.tally.samples == [.stored: 1])
        #expect(await outbox.waitingBatches == 2)
        #expect(server.requests.count == 2)
        #expect(clock.all.isEmpty)
        let open = MemoryServer()
        _ = await outbox.drain(to: open.destination)
        #expect(open.log == ["+b", "+c"])
    }

    @Test(
        "An answer that does not account for every sample lets nothing go",
        arguments: [
            "", "<html>Log in</html>", "{}", "[]", #"{"stored":2,"outcomes":[]}"#,
            #"{"stored":1,"rejected":1,"outcomes":[]}"#, #"{"stored":3}"#,
            #"{"stored":-1,"duplicate":4,"outcomes":[]}"#,
            #"{"stored":2,"rejected":1,"outcomes":[{"index":7,"outcome":"rejected"}]}"#,
            #"{"stored":2,"rejected":1,"outcomes":[{"index":-1,"outcome":"rejected"}]}"#,
            #"{"stored":2,"rejected":1,"outcomes":[{"index":1,"outcome":"eaten"}]}"#,
        ]
    )
    func strangeAnswers(body: String) async throws {
        let server = MemoryServer { _, count in
            count == 0 ? .refused(status: 200, body: body) : .answered
        }
        let outbox = try outbox()
        try await outbox.append(samples: lines(names(1...3)))
        let result = await outbox.drain(to: server.destination, clock: clock.clock())
        #expect(result.end == .empty)
        #expect(server.requests.count == 2)
        #expect(result.tally.samples == [.stored: 3])
    }

    @Test("What is refused one by one is kept, with the reasons, and the rest is taken")
    func rejections() async throws {
        let outbox = try outbox()
        let text = String(decoding: lines(["a", "bad\u{e9}", "b"]), as: UTF8.self)
        let names = try await outbox.append(samples: Array((text + "\"\u{1}\n").utf8))
        let result = await outbox.drain(to: MemoryServer().destination)
        #expect(result.tally.samples == [.stored: 2, .rejected: 2])
        #expect(result.tally.refusals == ["invalidField": 2])
        #expect(!result.tally.isClean)
        #expect(directory.names("queue").isEmpty)
        #expect(directory.names("rejected") == ["\(names[0]).ndjson"])
        let reason = #""code":"invalidField","field":"id","detail":"It is bad.""#
        #expect(
            directory.text("rejected") == """
                {\(reason),"sample":{"id":"bad\u{e9}"}}
                {\(reason),"text":"\\"\\u0001"}

                """
        )
    }

    @Test("A batch that is too large is halved until it is not, in its order")
    func tooLarge() async throws {
        let server = MemoryServer { request, _ in
            (request.body?.count ?? 0) > 30 ? .refused(status: 413) : .answered
        }
        let outbox = try outbox()
        let large = String(repeating: "x", count: 40)
        try await outbox.append(samples: lines(["a", "b", "c", large, "d"]))
        try await outbox.append(samples: lines(["e"]))
        let result = await outbox.drain(to: server.destination, clock: clock.clock())
        #expect(server.log == ["+a", "+b", "+c", "+d", "+e"])
        #expect(result.tally.samples == [.stored: 5, .rejected: 1])
        #expect(result.tally.refusals == ["bodyTooLarge": 1])
        #expect(directory.text("rejected").contains(large))
        #expect(directory.names("queue").isEmpty)
        #expect(clock.all.isEmpty)
    }

    @Test("A body that no server can read costs only the sample that makes it so")
    func poison() async throws {
        let server = MemoryServer { request, _ in
            String(decoding: request.body ?? [], as: UTF8.self).contains("poison")
                ? .refused(status: 400, body: #"{"code":"malformedJSON","detail":"No."}"#)
                : .answered
        }
        let outbox = try outbox()
        try await outbox.append(samples: lines(names(1...6) + ["poison"] + names(7...9)))
        let result = await outbox.drain(to: server.destination)
        #expect(result.tally.samples == [.stored: 9, .rejected: 1])
        #expect(
            directory.text("rejected")
                == #"{"code":"malformedJSON","detail":"No.","sample":{"id":"poison"}}"# + "\n"
        )
    }

    @Test("A half that is there with the whole is forgotten: the whole was not gone yet")
    func halvedByHalf() async throws {
        do {
            let outbox = try outbox()
            try await outbox.append(samples: lines(["a", "b"]))
            let entry = try #require(await outbox.entries.first)
            let batch = QueuedBatch(kind: .samples, body: lines(["a"]))
            try outbox.queue.write(batch.fileBytes, as: entry.divided.first.fileName)
            await outbox.close()
        }
        let server = MemoryServer()
        let outbox = try outbox()
        #expect(await outbox.waitingBatches == 1)
        let result = await outbox.drain(to: server.destination)
        #expect(result.tally.samples == [.stored: 2])
        #expect(directory.names("queue").isEmpty)
    }

    @Test("A name that the server knows for another batch is given up for a new one")
    func conflict() async throws {
        let server = MemoryServer { _, count in
            count == 0 ? .refused(status: 409, body: #"{"code":"batchConflict"}"#) : .answered
        }
        let outbox = try outbox()
        let names = try await outbox.append(samples: lines(["a"]))
        let result = await outbox.drain(to: server.destination, clock: clock.clock())
        #expect(result.end == .empty)
        #expect(server.batches.first == "\(names[0])")
        #expect(Set(server.batches).count == 2)
        #expect(clock.all.count == 1)
    }

    @Test(
        "A damaged file is set aside and does not keep the others",
        arguments: ["cut", "empty", "flipped", "longer", "unreadable"]
    )
    func damage(kind: String) async throws {
        let outbox = try outbox(1)
        try await outbox.append(samples: lines(["a", "b", "c"]))
        let name = directory.names("queue")[1]
        let url = URL(fileURLWithPath: "\(directory.path)/queue/\(name)")
        var bytes = try Data(contentsOf: url)
        switch kind {
        case "cut": bytes.removeLast(3)
        case "empty": bytes = Data()
        case "flipped": bytes[bytes.count - 4] ^= 1
        default: bytes.append(contentsOf: "{}\n".utf8)
        }
        if kind == "unreadable" {
            try FileManager.default.removeItem(at: url)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        } else {
            try bytes.write(to: url)
        }
        let told = Mutex<[String]>([])
        let server = MemoryServer()
        let result = await outbox.drain(to: server.destination) { event in
            if case .setAside(let text) = event { told.withLock { $0.append(text) } }
        }
        #expect(result.end == .empty)
        #expect(result.tally.damagedFiles == 1)
        #expect(!result.tally.isClean)
        #expect(server.log == ["+a", "+c"])
        #expect(directory.names("damaged") == [name])
        #expect(told.withLock { $0 }.first?.contains(name) == true)
    }

    @Test("A file that cannot be read for another reason stops it and is kept")
    func unreadable() async throws {
        let outbox = try outbox()
        try await outbox.append(samples: lines(["a"]))
        let name = directory.names("queue")[0]
        let path = "\(directory.path)/queue/\(name)"
        rename(path, path + ".away")
        let result = await outbox.drain(to: MemoryServer().destination)
        guard case .failed(let error) = result.end else {
            Issue.record("\(result.end)")
            return
        }
        #expect(error.code == .disk)
        rename(path + ".away", path)
        #expect(await outbox.drain(to: MemoryServer().destination).tally.samples == [.stored: 1])
    }

    @Test("A cancelled task stops at once, whatever the server does, and loses nothing")
    func cancellation() async throws {
        let outbox = try outbox()
        try await outbox.append(samples: lines(["a"]))
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let silent = OutboxDestination(user: "me") { _ in
            arrival.yield()
            // Never answers, and does not notice that nobody waits.
            return await withUnsafeContinuation { (_: UnsafeContinuation<ClientResponse, Never>) in
            }
        }
        let drain = Task { await outbox.drain(to: silent) }
        for await _ in arrived { break }
        drain.cancel()
        #expect(await drain.value.end == .cancelled)
        let server = MemoryServer()
        #expect(await outbox.drain(to: server.destination).tally.samples == [.stored: 1])
    }

    @Test("What is appended while it sends is sent, too")
    func concurrentAppend() async throws {
        let outbox = try outbox()
        try await outbox.append(samples: lines(["a"]))
        let server = MemoryServer()
        let isFirst = Mutex(true)
        let destination = OutboxDestination(user: "me") { request in
            let wasFirst = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if wasFirst { try await outbox.append(samples: lines(["b"])) }
            return try server.send(request)
        }
        let result = await outbox.drain(to: destination)
        #expect(result.end == .empty)
        #expect(server.log == ["+a", "+b"])
    }
}
