import HTTPServer
import TestSupport
import Testing

/// A handler that tells when it is freed.
///
/// Every exchange and every connection holds on to the server's shared state, and that to the
/// handler: it is freed when all of them are.
private final class MortalHandler: HTTPHandler {
    let inner: TestHandler
    private let death: AsyncStream<Void>.Continuation

    init(_ inner: TestHandler, death: AsyncStream<Void>.Continuation) {
        self.inner = inner
        self.death = death
    }

    deinit {
        death.finish()
    }

    func admit(_ head: HTTPRequestHead) -> HTTPAdmission { inner.admit(head) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await inner.respond(to: request)
    }

    func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse {
        inner.response(for: fault, head: head)
    }

    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    ) {}
}

@Suite("What a server holds", .offPool)
struct LifetimeTests {
    @Test("is freed once it has stopped, however its requests ended", .timeLimit(.minutes(1)))
    func release() async throws {
        let (deaths, death) = AsyncStream<Void>.makeStream()
        let latch = Latch()
        var inner = TestHandler()
        inner.answer = { request in
            if request.head.path == "/hold" { await latch.wait() }
            return echo(request)
        }
        do {
            let handler = MortalHandler(inner, death: death)
            let server = HTTPServer(HTTPServerConfiguration(), handler: handler)
            let port = try server.start()
            try await offPool { try Self.misbehave(towards: port) }
            await latch.arrivals(2)
            await server.stop(drainingFor: .milliseconds(10))
        }
        latch.open()
        for await _ in deaths {}
    }

    /// Answered, refused, malformed, cut short, and left in the handler.
    private static func misbehave(towards port: UInt16) throws {
        let start = "POST / HTTP/1.1\r\nHost: x\r\n"
        let hold = "GET /hold HTTP/1.1\r\nHost: x\r\n\r\n"
        let requests = [
            start + "Content-Length: 1\r\n\r\na", start + "Content-Length: 99\r\n\r\na",
            start + "Content-Length: -1\r\n\r\n", start + "Content-Length: 9999999\r\n\r\na",
            start + "Transfer-Encoding: chunked\r\n\r\nzz", "POST / HT", start, hold, hold,
            start + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
        ]
        for request in requests { try RawConnection(port: port).send(request) }
    }
}
