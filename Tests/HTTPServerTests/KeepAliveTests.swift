import HTTPClient
import HTTPServer
import TestSupport
import Testing

@Suite("Many requests at once", .offPool)
struct KeepAliveTests {
    @Test("2000 requests over eight kept connections each get their own answer")
    func manyRequests() async throws {
        let handler = TestHandler()
        let mismatches = try await withServer(handler) { port in
            try await withThrowingTaskGroup(of: [String].self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        try await offPool { try Self.send(250, as: worker, to: port) }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
        #expect(mismatches == [])
        var ids: Set<String> = []
        var addresses: Set<String> = []
        var records = handler.records.makeAsyncIterator()
        for _ in 0..<2000 {
            guard let head = await records.next()?.head else { break }
            ids.insert(head.id)
            addresses.insert(head.remoteAddress)
        }
        #expect(ids.count == 2000)
        #expect(addresses == ["127.0.0.1"])
    }

    /// Sends requests of many sizes and gives those whose answer is not theirs.
    private static func send(_ count: Int, as worker: Int, to port: UInt16) throws -> [String] {
        let client = try HTTPClient(baseURL: "http://127.0.0.1:\(port)")
        var mismatches: [String] = []
        for number in 0..<count {
            let path = "/\(worker)/\(number)"
            let body = Array(repeating: UInt8(truncatingIfNeeded: number), count: number * 97)
            let isGet = number.isMultiple(of: 2)
            let request = ClientRequest(
                method: isGet ? "GET" : "POST",
                path: path,
                body: isGet ? nil : body
            )
            let response = try client.send(request)
            let expected = Array("\(request.method) \(path)\n".utf8) + (isGet ? [] : body)
            if response.body != expected || response.status != 200 { mismatches.append(path) }
        }
        return mismatches
    }
}
