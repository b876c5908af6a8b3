import Crypto
import Foundation
import HTTPServer
import HealthService
import Synchronization
import Testing

/// What a receiver of webhooks was sent.
struct ReceivedDelivery: Sendable {
    let path: String
    let headers: [String: String]
    let body: [UInt8]

    /// The body.
    var json: JSONTree { (try? JSONTree(parsing: body)) ?? .null }
    /// The delivery's name.
    var id: String { headers["webhook-id"] ?? "" }
    /// When it was signed, in whole seconds of the server's clock.
    var timestamp: Int64? { headers["webhook-timestamp"].flatMap { Int64($0) } }
    /// The short names of the types that have something new.
    var types: [String] {
        json["types"].elements.compactMap(\.string).map {
            $0.replacing("HKQuantityTypeIdentifier", with: "")
        }
    }
    /// The anchor behind which it is.
    var anchor: String? { json["anchor"].string }

    /// Which of the signatures a secret has made; written from the convention, not from the code.
    func signatures(by secret: String) -> [Bool] {
        let key = Data(base64Encoded: String(secret.dropFirst("whsec_".count))) ?? Data()
        let signed = Array("\(id).\(headers["webhook-timestamp"] ?? "").".utf8) + body
        let code = Data(HMACSHA256.authenticate(signed, key: Array(key))).base64EncodedString()
        return (headers["webhook-signature"] ?? "").split(separator: " ").map {
            $0 == "v1,\(code)"
        }
    }
}

/// A receiver of webhooks on this machine, which answers what it is told to.
final class Receiver: HTTPHandler {
    /// An answer.
    struct Reply: Sendable {
        var status = 204
        var headers: [(name: String, value: String)] = []
        /// What happens before it is given.
        var before: @Sendable () async -> Void = {}
    }

    private let state = Mutex((deliveries: [ReceivedDelivery](), replies: [Reply]()))

    /// All that it was sent, in order.
    var deliveries: [ReceivedDelivery] { state.withLock { $0.deliveries } }

    /// Has the next requests answered so; after these every answer is 204.
    func reply(_ replies: Reply...) {
        state.withLock { $0.replies += replies }
    }

    /// Has the next requests answered with these.
    func reply(statuses: Int...) {
        state.withLock { $0.replies += statuses.map { Reply(status: $0) } }
    }

    func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        .bodyLimit(1 << 20, inflated: 1 << 20)
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature", "Content-Type"]
        let fields = names.compactMap { name in
            request.head.headers[name].map { (name, $0) }
        }
        let delivery = ReceivedDelivery(
            path: request.head.path,
            headers: Dictionary(uniqueKeysWithValues: fields),
            body: request.body.withUnsafeBytes { Array($0) }
        )
        let reply = state.withLock { state in
            state.deliveries.append(delivery)
            return state.replies.isEmpty ? Reply() : state.replies.removeFirst()
        }
        await reply.before()
        return HTTPResponse(status: reply.status, headers: reply.headers, body: [])
    }

    func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse {
        HTTPResponse(status: fault.status, body: [])
    }

    func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    ) {}
}

/// Runs a test against a server that delivers, with a receiver that listens.
func withReceiver(
    _ change: (inout TestAPISettings) -> Void = { _ in },
    _ body: (TestAPI, Receiver, String) async throws -> Void
) async throws {
    var settings = TestAPISettings()
    var webhooks = WebhookSettings()
    webhooks.lookInterval = .milliseconds(20)
    // A machine that is busy otherwise does not make the receiver one that failed; and tests that
    // set the clock forward do not end the right to a delivery that is being made.
    webhooks.timeout = .seconds(86_400)
    webhooks.sweepInterval = .seconds(3600)
    settings.webhooks = webhooks
    change(&settings)
    let receiver = Receiver()
    let server = HTTPServer(HTTPServerConfiguration(), handler: receiver)
    let port = try server.start()
    let outcome: Result<Void, any Error>
    do {
        try await withService(settings) { api in
            try await body(api, receiver, "http://127.0.0.1:\(port)/hook?key=1")
        }
        outcome = .success(())
    } catch {
        outcome = .failure(error)
    }
    await server.stop(drainingFor: .seconds(5))
    try outcome.get()
}
