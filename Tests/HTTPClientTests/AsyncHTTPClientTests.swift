import HTTPClient
import HTTPServer
import TestSupport
import Testing

@Suite("The client for many tasks", .offPool)
struct AsyncHTTPClientTests {
    @Test("gives each of many tasks its own answer")
    func manyTasks() async throws {
        let answer: @Sendable (HTTPRequest) -> HTTPResponse = { request in
            HTTPResponse(status: 200, body: Array(request.head.path.utf8))
        }
        try await withServer(answer) { base in
            let client = try AsyncHTTPClient(baseURL: base, connections: 3)
            let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let request = ClientRequest(method: "GET", path: "/\(number)")
                        return try await client.send(request).body != Array("/\(number)".utf8)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(wrong == 0)
        }
    }

    @Test("passes on what went wrong")
    func failure() async throws {
        let base = try await withServer({ _ in HTTPResponse(status: 200) }) { $0 }
        let client = try AsyncHTTPClient(baseURL: base)
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.send(ClientRequest(method: "GET", path: "/"))
        }
        #expect(error?.code == .connection)
    }

    @Test("refuses a malformed base URL or token at once")
    func malformed() {
        #expect(throws: HTTPClientError.self) { try AsyncHTTPClient(baseURL: "x") }
        #expect(throws: HTTPClientError.self) {
            try AsyncHTTPClient(baseURL: "http://127.0.0.1:1", token: "a\nb")
        }
    }

    @Test("lets go of a cancelled task whose request waits for its turn")
    func cancellation() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let (releases, release) = AsyncStream<Void>.makeStream()
        let answer: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
            arrival.yield()
            for await _ in releases { break }
            return HTTPResponse(status: 200)
        }
        try await withServer(answer) { base in
            let client = try AsyncHTTPClient(baseURL: base, connections: 1)
            let first = Task { try await client.send(ClientRequest(method: "GET", path: "/1")) }
            for await _ in arrivals { break }
            // The only connection is busy, so this one can only wait.
            let second = Task { try await client.send(ClientRequest(method: "GET", path: "/2")) }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            release.yield()
            #expect(try await first.value.status == 200)
        }
    }
}
