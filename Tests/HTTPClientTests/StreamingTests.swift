import Foundation
import HTTPClient
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Streaming with the client", .offPool, .timeLimit(.minutes(2)))
struct StreamingTests {
    /// Streams three events, one when the one before was taken, and then waits until cancelled.
    private static func events(_ taken: AsyncStream<Void>)
        -> @Sendable (HTTPRequest) -> HTTPResponse
    {
        { _ in
            HTTPResponse(status: 200, headers: [("X-Kind", "events")]) { writer in
                var iterator = taken.makeAsyncIterator()
                for text in ["one", "two", "three"] {
                    try await writer.write(Array(text.utf8))
                    await iterator.next()
                }
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    @Test("An answer is passed on piece by piece until it is enough")
    func pieces() async throws {
        let (taken, take) = AsyncStream<Void>.makeStream()
        try await withServer(Self.events(taken)) { baseURL in
            let (head, texts) = try await offPool {
                let client = try HTTPClient(baseURL: baseURL)
                var texts: [String] = []
                let head = try client.receive(ClientRequest(method: "GET", path: "/")) { piece in
                    #expect(piece.status == 200)
                    texts.append(String(decoding: piece.body, as: UTF8.self))
                    take.yield()
                    return texts.count < 3
                }
                return (head, texts)
            }
            #expect(texts == ["one", "two", "three"])
            #expect(head.status == 200)
            #expect(head.headers["X-Kind"] == "events")
        }
    }

    @Test("A silent answer ends when it is not wanted any more")
    func cancelled() async throws {
        let (taken, take) = AsyncStream<Void>.makeStream()
        let isWanted = Mutex(true)
        try await withServer(Self.events(taken)) { baseURL in
            _ = await #expect {
                try await offPool {
                    let client = try HTTPClient(baseURL: baseURL)
                    let request = ClientRequest(method: "GET", path: "/")
                    _ = try client.receive(request, while: { isWanted.withLock { $0 } }) { piece in
                        take.yield()
                        if piece.body == Array("three".utf8) { isWanted.withLock { $0 = false } }
                        return true
                    }
                }
            } throws: { ($0 as? HTTPClientError)?.code == .cancelled }
        }
    }

    @Test("A silent answer is given up in time")
    func silence() async throws {
        try await withServer(Self.events(AsyncStream { _ in })) { baseURL in
            _ = await #expect {
                try await offPool {
                    let client = try HTTPClient(baseURL: baseURL)
                    let request = ClientRequest(method: "GET", path: "/")
                    _ = try client.receive(request, silence: .seconds(1)) { _ in true }
                }
            } throws: { ($0 as? HTTPClientError)?.code == .timeout }
        }
    }

    @Test("An answer that breaks off is an error")
    func brokenOff() async throws {
        struct Failure: Error {}
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { _ in
            HTTPResponse(status: 200) { writer in
                try await writer.write([0x61])
                throw Failure()
            }
        }
        try await withServer(answer) { baseURL in
            _ = await #expect(throws: HTTPClientError.self) {
                try await offPool {
                    let client = try HTTPClient(baseURL: baseURL)
                    _ = try client.receive(ClientRequest(method: "GET", path: "/")) { _ in true }
                }
            }
        }
    }

    @Test("A body comes from a source, of known length or not", arguments: [nil, 3_000_000])
    func source(length: Int?) async throws {
        try await withServer(count) { baseURL in
            let (first, second) = try await offPool {
                let client = try HTTPClient(baseURL: baseURL)
                var left = 3_000_000
                let source = BodySource(length: length) { limit in
                    let count = min(limit, left)
                    left -= count
                    return [UInt8](repeating: 0x61, count: count)
                }
                let request = ClientRequest(method: "POST", path: "/")
                let first = try client.send(request, from: source)
                return (first, try client.send(ClientRequest(method: "PUT", path: "/", body: [1])))
            }
            #expect(String(decoding: first.body, as: UTF8.self) == "POST 3000000")
            #expect(String(decoding: second.body, as: UTF8.self) == "PUT 1")
        }
    }

    @Test("A body comes from a file")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(repeating: 0x61, count: 2_000_000).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        try await withServer(count) { baseURL in
            let answer = try await offPool {
                let file = try FileHandle(forReadingFrom: path)
                let source = BodySource(descriptor: file.fileDescriptor)
                return try HTTPClient(baseURL: baseURL)
                    .send(ClientRequest(method: "POST", path: "/"), from: source)
            }
            #expect(String(decoding: answer.body, as: UTF8.self) == "POST 2000000")
        }
    }

    @Test("A source that fails ends the request with its error", arguments: [true, false])
    func failingSource(isFile: Bool) async throws {
        struct Failure: Error {}
        try await withServer(count) { baseURL in
            _ = await #expect {
                try await offPool {
                    let source =
                        isFile ? BodySource(descriptor: -1) : BodySource { _ in throw Failure() }
                    _ = try HTTPClient(baseURL: baseURL)
                        .send(ClientRequest(method: "POST", path: "/"), from: source)
                }
            } throws: { ($0 as? HTTPClientError)?.code == .source }
        }
    }
}

/// Answers with the method and the size of the body.
private let count: @Sendable (HTTPRequest) -> HTTPResponse = { request in
    HTTPResponse(status: 200, body: Array("\(request.head.method) \(request.body.count)".utf8))
}
