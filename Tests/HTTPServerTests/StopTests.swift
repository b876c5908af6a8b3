import Glibc
import HTTPServer
import TestSupport
import Testing

/// Whether the system has IPv6 at all; containers may not.
private let hasIPv6: Bool = {
    let probe = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    return probe >= 0
}()

@Suite("Starting and stopping", .offPool)
struct StopTests {
    private static func latched(_ latch: Latch) -> TestHandler {
        var handler = TestHandler()
        handler.answer = { request in
            if request.head.path != "/probe" { await latch.wait() }
            return echo(request)
        }
        return handler
    }

    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test("A request in the handler is answered before the server ends")
    func draining() async throws {
        let latch = Latch()
        let server = HTTPServer(HTTPServerConfiguration(), handler: Self.latched(latch))
        let port = try server.start()
        async let answer = offPool {
            let connection = try RawConnection(port: port)
            try connection.send(Self.get)
            return (try connection.answer(), try connection.rest())
        }
        await latch.arrivals(1)
        async let stopped: Void = server.stop(drainingFor: .seconds(60))
        // A refused connection shows that draining has begun.
        try await offPool { try Self.waitForRefusal(port) }
        latch.open()
        await stopped
        let (reply, rest) = try await answer
        #expect(reply.status == 200)
        #expect(reply.headers["connection"] == "close")
        #expect(rest == "")
    }

    @Test("A body under way when the server stops still gets its answer")
    func drainingABody() async throws {
        let server = HTTPServer(HTTPServerConfiguration(), handler: TestHandler())
        let port = try server.start()
        let client = try await offPool {
            let connection = try RawConnection(port: port)
            try connection.send(
                "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"
            )
            #expect(try connection.answer().status == 100)
            return OverloadTests.Client(connection: connection)
        }
        async let stopped: Void = server.stop(drainingFor: .seconds(60))
        let answer = try await offPool {
            try Self.waitForRefusal(port)
            try client.connection.send("body")
            return try client.connection.answer()
        }
        await stopped
        #expect(answer.text == "POST /\nbody")
    }

    @Test("A handler that takes too long is cancelled, and its client told")
    func drainingTooLong() async throws {
        let (ended, ending) = AsyncStream<Bool>.makeStream()
        let latch = Latch()
        var handler = TestHandler()
        handler.answer = { request in
            latch.open()
            await latch.wait()
            do { try await Task.sleep(for: .seconds(3600)) } catch { ending.yield(true) }
            return echo(request)
        }
        let server = HTTPServer(HTTPServerConfiguration(), handler: handler)
        let port = try server.start()
        async let answer = offPool {
            let connection = try RawConnection(port: port)
            try connection.send(Self.get)
            return try connection.answer()
        }
        await latch.arrivals(1)
        await server.stop(drainingFor: .milliseconds(50))
        #expect(try await answer.status == 503)
        #expect(try await answer.text == "draining")
        var endings = ended.makeAsyncIterator()
        #expect(await endings.next() == true)
    }

    @Test("A handler that ignores cancellation does not hold the server up")
    func stuckHandler() async throws {
        let latch = Latch()
        let server = HTTPServer(HTTPServerConfiguration(), handler: Self.latched(latch))
        let port = try server.start()
        async let text = offPool {
            let connection = try RawConnection(port: port)
            try connection.send(Self.get)
            return try connection.rest()
        }
        await latch.arrivals(1)
        await server.stop(drainingFor: .zero)
        // Its answer comes when there is nobody left to give it to.
        latch.open()
        #expect(try await text.hasPrefix("HTTP/1.1 503 "))
    }

    @Test("Idle connections, half a request and an unread body do not hold the server up")
    func idleConnections() async throws {
        let server = HTTPServer(HTTPServerConfiguration(), handler: TestHandler())
        let port = try server.start()
        let clients = try await offPool {
            try ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"].map { text in
                let connection = try RawConnection(port: port)
                try connection.send(Self.get)
                #expect(try connection.answer().status == 200)
                try connection.send(text)
                return OverloadTests.Client(connection: connection)
            }
        }
        await server.stop(drainingFor: .seconds(3600))
        let rests = try await offPool { try clients.map { try $0.connection.rest() } }
        #expect(rests == ["", "", ""])
    }

    @Test("Stopping twice, at once or later, is the same as once; unstarted there is nothing to do")
    func idempotence() async throws {
        let server = HTTPServer(HTTPServerConfiguration(), handler: TestHandler())
        await server.stop(drainingFor: .seconds(1))
        _ = try server.start()
        async let first: Void = server.stop(drainingFor: .seconds(1))
        async let second: Void = server.stop(drainingFor: .seconds(1))
        _ = await (first, second)
        await server.stop(drainingFor: .seconds(1))
        #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }
    }

    @Test("A port that is taken is one clear line")
    func portInUse() async throws {
        try await withServer { port in
            let second = HTTPServer(HTTPServerConfiguration(port: port), handler: TestHandler())
            let error = #expect(throws: HTTPServerError.self) { try second.start() }
            #expect(error == .addressInUse(host: "127.0.0.1", port: port))
            #expect(
                error?.description
                    == "cannot listen on 127.0.0.1 port \(port): it is already in use"
            )
        }
    }

    @Test(
        "A host that is no address of this machine is one clear line",
        arguments: ["", "999.1.1.1", "example.org", "192.0.2.1", "fe80::zz"]
    )
    func badHost(host: String) {
        let server = HTTPServer(HTTPServerConfiguration(host: host), handler: TestHandler())
        #expect(throws: HTTPServerError.invalidHost(host)) { try server.start() }
    }

    @Test("A setting out of its range names itself")
    func badSetting() {
        var configuration = HTTPServerConfiguration()
        configuration.requestDeadline = .zero
        let server = HTTPServer(configuration, handler: TestHandler())
        let error = #expect(throws: HTTPServerError.self) { try server.start() }
        #expect(error?.description.contains("requestDeadline") == true)
    }

    @Test(
        "Every kind of address can be listened on",
        arguments: ["127.0.0.1", "localhost", "0.0.0.0"] + (hasIPv6 ? ["::"] : [])
    )
    func hosts(host: String) async throws {
        let configuration = HTTPServerConfiguration(host: host)
        try await withServer(TestHandler(), configuration) { port in
            let answer = try await offPool {
                let connection = try RawConnection(port: port)
                try connection.send(Self.get)
                return try connection.answer()
            }
            #expect(answer.status == 200)
        }
    }

    /// Connects until the server turns a connection away.
    private static func waitForRefusal(_ port: UInt16) throws {
        while true {
            guard let connection = try? RawConnection(port: port) else { return }
            try? connection.send("GET /probe HTTP/1.1\r\nHost: x\r\n\r\n")
            guard let answer = try? connection.answer(), answer.status == 200 else { return }
        }
    }
}
