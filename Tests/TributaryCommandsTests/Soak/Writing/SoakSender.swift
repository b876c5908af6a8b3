import Foundation
import HTTPClient
import Synchronization

/// Brings requests to a server over a bad line, again and again until it has an answer.
protocol SampleSending {
    /// Sends until answered; nil when the soak is abandoned or the answer is no answer.
    func settle(_ request: ClientRequest, inPieces: Bool) -> SettledRequest?
}

/// A request with its answer.
struct SettledRequest: Sendable {
    let response: ClientResponse
    /// Whether it was sent more than once.
    let isRetried: Bool
}

/// Sends by libcurl, at once and then with growing pauses.
struct SoakSender: SampleSending {
    private let client: HTTPClient
    private let run: SoakRun
    private let name: String

    /// Makes a sender over a line.
    init(_ url: String, token: String, name: String, _ run: SoakRun) throws {
        client = try HTTPClient(baseURL: url, token: token)
        self.run = run
        self.name = name
    }

    func settle(_ request: ClientRequest, inPieces: Bool = false) -> SettledRequest? {
        var attempts = 0
        while run.phase != .abandoned {
            attempts += 1
            if let response = attempt(request, inPieces) {
                if response.status == 200 {
                    return SettledRequest(response: response, isRetried: attempts > 1)
                }
                guard [408, 503].contains(response.status) else {
                    let text = String(decoding: response.body.prefix(400), as: UTF8.self)
                    run.differ("\(name): \(request.method) answered \(response.status) \(text)")
                    return nil
                }
            }
            run.count(\.retries)
            usleep(UInt32(min(500, 10 << min(attempts, 8))) * 1000)
        }
        run.differ("\(name): \(request.method) \(request.path) was never answered")
        return nil
    }

    private func attempt(_ request: ClientRequest, _ inPieces: Bool) -> ClientResponse? {
        run.underWay.add(1, ordering: .relaxed)
        defer { run.underWay.subtract(1, ordering: .relaxed) }
        guard inPieces, let body = request.body else { return try? client.send(request) }
        var bare = request
        bare.body = nil
        var rest = body[...]
        let source = BodySource { limit in
            defer { rest = rest.dropFirst(limit) }
            return Array(rest.prefix(limit))
        }
        return try? client.send(bare, from: source)
    }
}
