import HTTPServer

/// A handler whose answers a test chooses; without a choice it tells what it received.
struct TestHandler: HTTPHandler {
    /// What the server told when a request was over.
    struct Record: Sendable {
        let head: HTTPRequestHead
        let status: Int
        let bytesIn: Int
        let bytesOut: Int
    }

    /// The most bytes of a body, on the wire.
    var limit = 1 << 20
    /// The most bytes of a body, inflated.
    var inflatedLimit = 1 << 20
    /// What to refuse before the body.
    var refusal: @Sendable (HTTPRequestHead) -> HTTPResponse? = { _ in nil }
    /// How to take a request in; nil for whole bodies within the limits.
    var admission: @Sendable (HTTPRequestHead) -> HTTPAdmission? = { _ in nil }
    /// Whom to vouch for.
    var vouching: @Sendable (HTTPRequestHead) -> Bool = { _ in true }
    /// What to answer.
    var answer: @Sendable (HTTPRequest) async -> HTTPResponse = echo

    /// The requests that are over, in order.
    let records: AsyncStream<Record>
    private let recorder: AsyncStream<Record>.Continuation

    init() {
        (records, recorder) = AsyncStream.makeStream()
    }

    func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        refusal(head).map { .reject($0) } ?? admission(head)
            ?? .bodyLimit(limit, inflated: inflatedLimit)
    }

    func vouches(for head: HTTPRequestHead) -> Bool { vouching(head) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await answer(request)
    }

    func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse {
        HTTPResponse(
            status: fault.status,
            headers: [("Content-Type", "application/problem+json")],
            body: Array(fault.code.utf8)
        )
    }

    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    ) {
        recorder.yield(Record(head: head, status: status, bytesIn: bytesIn, bytesOut: bytesOut))
    }
}

/// Answers with method, path and body of the request.
@Sendable func echo(_ request: HTTPRequest) -> HTTPResponse {
    let line = "\(request.head.method) \(request.head.path)\n"
    return HTTPResponse(status: 200, body: Array(line.utf8) + request.body.bytes)
}

/// Runs a server while `body` talks to it, and stops it afterwards.
func withServer<R>(
    _ handler: TestHandler = TestHandler(),
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    _ body: (UInt16) async throws -> R
) async throws -> R {
    let server = HTTPServer(configuration, handler: handler)
    let port = try server.start()
    do {
        let result = try await body(port)
        await server.stop(drainingFor: .seconds(5))
        return result
    } catch {
        await server.stop(drainingFor: .zero)
        throw error
    }
}
