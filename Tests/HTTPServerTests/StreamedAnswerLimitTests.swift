import HTTPServer
import TestSupport
import Testing

@Suite("A streamed answer of a busy or stopping server", .offPool, .timeLimit(.minutes(2)))
struct StreamedAnswerLimitTests {
    @Test("without an end is told when the server stops, and ends cleanly")
    func draining() async throws {
        let handler = StreamedAnswerTests.streaming { writer in
            try await writer.write(Array("hello".utf8))
            try? await Task.sleep(for: .seconds(3600))
            try await writer.write(Array("bye".utf8))
        }
        let server = HTTPServer(HTTPServerConfiguration(), handler: handler)
        let port = try server.start()
        let client = try await offPool {
            let client = try Client(port, get("/stream"))
            _ = try client.connection.answer(hasBody: false)
            #expect(try client.connection.textChunk() == "hello")
            return client
        }
        await server.stop(drainingFor: .seconds(3600))
        let rest = try await offPool { try client.connection.rest() }
        #expect(rest == "3\r\nbye\r\n0\r\n\r\n")
    }

    @Test("that goes on for too long when the server stops is broken off")
    func drainingTooLong() async throws {
        let (errors, failures) = AsyncStream<HTTPStreamError>.makeStream()
        let latch = Latch()
        let handler = StreamedAnswerTests.streaming { writer in
            try await writer.write(Array("hello".utf8))
            await latch.wait()
            do throws(HTTPStreamError) {
                try await writer.write(Array("late".utf8))
            } catch {
                failures.yield(error)
            }
        }
        let server = HTTPServer(HTTPServerConfiguration(), handler: handler)
        let port = try server.start()
        let client = try await offPool { try Client(port, get("/stream")) }
        await latch.arrivals(1)
        await server.stop(drainingFor: .milliseconds(50))
        latch.open()
        var iterator = errors.makeAsyncIterator()
        #expect(await iterator.next() == .stopped)
        let text = try await offPool { try client.connection.rest() }
        #expect(!text.hasSuffix("0\r\n\r\n"))
    }

    @Test("counts as a long request, not as one in the handler")
    func limits() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.requestsInFlightLimit = 1
        configuration.longRequestsLimit = 2
        let latch = Latch()
        let handler = StreamedAnswerTests.streaming { _ in await latch.wait() }
        try await withServer(handler, configuration) { port in
            let held = try await offPool {
                try (0..<2).map { _ in
                    let client = try Client(port, get("/stream"))
                    #expect(try client.connection.answer(hasBody: false).status == 200)
                    return client
                }
            }
            try await offPool {
                let refused = try Client(port, get("/stream")).connection.answer()
                #expect(refused.status == 503)
                #expect(refused.text == "overloaded")
                #expect(try Client(port, get("/")).connection.answer().status == 200)
            }
            latch.open()
            try await offPool {
                for client in held { #expect(try client.connection.chunk() == nil) }
                let again = try Client(port, get("/stream"))
                #expect(try again.connection.answer(hasBody: false).status == 200)
            }
        }
    }
}
