import HTTPServer
import Synchronization

/// An HTTP server that gives prepared answers, for failures that a real one cannot be made to have.
final class ScriptedServer: HTTPHandler {
    /// An answer to be given.
    struct Answer: Sendable {
        let status: Int
        let body: String
        var headers: [(name: String, value: String)] = []
    }

    private let script: @Sendable (_ path: String, _ count: Int) async -> Answer
    private let hear: @Sendable (_ status: Int) -> Void
    private let requests = Mutex<[String]>([])

    /// Makes a server; the script is told the path and how many requests for it came before, and
    /// `finished` the status of each answer that was sent.
    init(
        _ script: @escaping @Sendable (_ path: String, _ count: Int) async -> Answer,
        finished: @escaping @Sendable (_ status: Int) -> Void = { _ in }
    ) {
        self.script = script
        hear = finished
    }

    /// The paths asked for, in order.
    var paths: [String] { requests.withLock { $0 } }

    /// Runs the server for as long as the closure does.
    func run<R>(_ body: (_ url: String) async throws -> R) async throws -> R {
        let server = HTTPServer(HTTPServerConfiguration(), handler: self)
        let port = try server.start()
        let outcome: Result<R, any Error>
        do {
            outcome = .success(try await body("http://127.0.0.1:\(port)"))
        } catch {
            outcome = .failure(error)
        }
        await server.stop(drainingFor: .seconds(1))
        return try outcome.get()
    }

    func admit(_ head: HTTPRequestHead) -> HTTPAdmission { .bodyLimit(1 << 24, inflated: 1 << 24) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let path = request.head.path
        let count = requests.withLock { paths in
            paths.append(path)
            return paths.count { $0 == path } - 1
        }
        let answer = await script(path, count)
        return HTTPResponse(
            status: answer.status,
            headers: answer.headers,
            body: Array(answer.body.utf8)
        )
    }

    func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse {
        HTTPResponse(status: fault.status)
    }

    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    ) { hear(status) }
}
