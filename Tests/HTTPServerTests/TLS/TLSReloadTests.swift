import HTTPServer
import TestSupport
import Testing

@Suite("A renewed certificate", .offPool, .timeLimit(.minutes(2)))
struct TLSReloadTests {
    @Test("is shown to new connections, while those that are open live on")
    func show() async throws {
        let stage = try TLSStage()
        let latch = Latch()
        var handler = TestHandler()
        handler.admission = { head in
            head.path == "/poll" ? .bodyLimit(0, inflated: 0, isLongPoll: true) : nil
        }
        handler.answer = { request in
            if request.head.path == "/poll" { await latch.wait() }
            return echo(request)
        }
        let server = HTTPServer(stage.configuration, handler: handler)
        let port = try server.start()
        let kept = try await offPool { try TLSClient(port, get("/1")) }
        #expect(try await offPool { try kept.connection.answer().text } == "GET /1\n")
        #expect(kept.connection.name == "first")
        let polling = try await offPool { try TLSClient(port, get("/poll")) }
        await latch.arrivals(1)
        server.show(try TLSStage.identity(stage.certificates.issue("second", key: "rsa:2048")))
        let fresh = try await offPool { try TLSClient(port, get("/2")) }
        #expect(try await offPool { try fresh.connection.answer().text } == "GET /2\n")
        #expect(fresh.connection.name == "second")
        try await offPool {
            try kept.connection.send(get("/3"))
            #expect(try kept.connection.answer().text == "GET /3\n")
        }
        latch.open()
        #expect(try await offPool { try polling.connection.answer().text } == "GET /poll\n")
        await server.stop(drainingFor: .seconds(5))
    }

    @Test("lets go of the former once the last connection that was shown it has ended")
    func lifetime() async throws {
        var stage = try TLSStage()
        let certificates = stage.certificates
        stage.configuration.identity = nil
        weak var former: TLSIdentity?
        let server: HTTPServer
        do {
            let identity = try TLSStage.identity(certificates.issue("former"))
            former = identity
            var configuration = HTTPServerConfiguration()
            configuration.identity = identity
            server = HTTPServer(configuration, handler: TestHandler())
        }
        let port = try server.start()
        // One is in the middle of its handshake, one has asked for something.
        var silent: Client? = try await offPool { try Client(port, "\u{16}") }
        var kept: TLSClient? = try await offPool { try TLSClient(port, get("/")) }
        _ = try await offPool { [kept] in try kept?.connection.answer() }
        server.show(try TLSStage.identity(certificates.issue("next")))
        #expect(former != nil)
        silent = nil
        kept = nil
        try await eventually("the former identity is freed") { former == nil }
        #expect(silent == nil && kept == nil)
        await server.stop(drainingFor: .zero)
    }

    @Test("A hundred renewals under load fail no request")
    func load() async throws {
        let stage = try TLSStage()
        let server = HTTPServer(stage.configuration, handler: TestHandler())
        let port = try server.start()
        let pairs = [
            TestCertificates.Pair(
                certificate: stage.certificates.file("first.pem"),
                key: stage.certificates.file("first.key")
            ), try stage.certificates.issue("second"),
        ]
        let failures = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await offPool {
                        (0..<50).count { _ in
                            (try? TLSConnection(port: port)).flatMap { connection in
                                try? connection.send(get("/"))
                                return try? connection.answer().status
                            } != 200
                        }
                    }
                }
            }
            for turn in 0..<100 { server.show(try TLSStage.identity(pairs[turn % 2])) }
            return try await group.reduce(0, +)
        }
        #expect(failures == 0)
        await server.stop(drainingFor: .seconds(5))
    }
}
