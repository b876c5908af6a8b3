import Foundation
import HTTPServer

/// Runs blocking code on a thread of its own, so that it cannot starve the handlers' tasks.
func offPool<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// A handler that is one function.
struct FunctionHandler: HTTPHandler {
    /// Answers a request.
    let answer: @Sendable (HTTPRequest) async -> HTTPResponse

    func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        .bodyLimit(32 << 20, inflated: 32 << 20)
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        await answer(request)
    }

    func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse {
        HTTPResponse(status: fault.status, body: Array(fault.code.utf8))
    }

    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    ) {}
}

/// Runs a server while `body` uses its base URL, and stops it afterwards.
func withServer<R>(
    _ answer: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
    _ body: (String) async throws -> R
) async throws -> R {
    let server = HTTPServer(
        HTTPServerConfiguration(),
        handler: FunctionHandler(answer: answer)
    )
    let port = try server.start()
    do {
        let result = try await body("http://127.0.0.1:\(port)")
        await server.stop(drainingFor: .seconds(5))
        return result
    } catch {
        await server.stop(drainingFor: .zero)
        throw error
    }
}

/// A socket on loopback whose answer to any connection is fixed bytes.
final class CannedServer: Sendable {
    /// Where to reach it.
    let baseURL: String
    private let socket: Int32

    init(_ text: String) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &address) { bytes in
            let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            bind(socket, start, length)
            listen(socket, 8)
            getsockname(socket, start, &length)
        }
        baseURL = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread {
            // Closed by whoever accepts: the number may be another server's as soon as it is closed.
            defer { close(socket) }
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 65536)
                _ = recv(client, &buffer, buffer.count, 0)
                _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
                shutdown(client, Int32(SHUT_WR))
                _ = recv(client, &buffer, buffer.count, 0)
                close(client)
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
    }
}
