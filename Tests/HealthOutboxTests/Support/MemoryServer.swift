import Foundation
import HTTPClient
import HealthModel
import JSON
import Synchronization

@testable import HealthOutbox

/// A server that keeps samples in memory, by the rules of batches with a name, and that can be made
/// to fail.
///
/// A sample is `{"id":"..."}`; one of which the identifier begins with `bad` is refused.
final class MemoryServer: Sendable {
    /// What happens to a request.
    enum Fate: Sendable {
        /// It is handled and answered.
        case answered
        /// It is handled, and the answer is lost.
        case answerLost
        /// It is not handled, and answered like this.
        case refused(status: Int, body: String = "", headers: [(name: String, value: String)] = [])
        /// It never arrives.
        case lost
    }

    private struct State {
        var stored: [String: Int] = [:]
        var known: [String: (body: [UInt8], answer: String)] = [:]
        var requests: [ClientRequest] = []
        var log: [String] = []
    }

    private let state = Mutex(State())
    private let fate: @Sendable (_ request: ClientRequest, _ count: Int) -> Fate

    /// Makes a server; the closure is told the request and how many came before.
    init(_ fate: @escaping @Sendable (_ request: ClientRequest, _ count: Int) -> Fate) {
        self.fate = fate
    }

    /// A server that answers everything.
    convenience init() { self.init { _, _ in .answered } }

    /// How often each sample was stored.
    var stored: [String: Int] { state.withLock { $0.stored } }
    /// All requests, in order.
    var requests: [ClientRequest] { state.withLock { $0.requests } }
    /// What was stored and deleted, in order: `+id` and `-id`.
    var log: [String] { state.withLock { $0.log } }
    /// The names of the batches of all requests, in order.
    var batches: [String] { requests.map(Self.batch) }

    /// The destination that leads here.
    var destination: OutboxDestination {
        OutboxDestination(user: "me") { try self.send($0) }
    }

    /// Answers a request, as a transport does.
    func send(_ request: ClientRequest) throws -> ClientResponse {
        let count = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        switch fate(request, count) {
        case .answered: return Self.response(200, handle(request))
        case .answerLost:
            _ = handle(request)
            throw HTTPClientError(.connection, "the connection was cut")
        case .refused(let status, let body, let headers):
            return Self.response(status, body, headers)
        case .lost: throw HTTPClientError(.timeout, "no answer in time")
        }
    }

    private func handle(_ request: ClientRequest) -> String {
        let body = request.body ?? []
        if request.path.hasSuffix("/deletions") { return delete(body) }
        return state.withLock { state in
            let name = Self.batch(request)
            if let known = state.known[name] {
                precondition(known.body == body, "A batch comes again as it was.")
                return known.answer
            }
            let answer = Self.save(body, &state)
            state.known[name] = (body, answer)
            return answer
        }
    }

    private static func save(_ body: [UInt8], _ state: inout State) -> String {
        var counts = ["stored": 0, "duplicate": 0, "rejected": 0]
        var outcomes: [String] = []
        for (index, line) in body.split(separator: UInt8(ascii: "\n")).enumerated() {
            let id = (try? JSONParser().parse(line) { $0["id"]?.string ?? "bad" }) ?? "bad"
            if id.hasPrefix("bad") {
                counts["rejected", default: 0] += 1
                outcomes.append(
                    #"{"index":\#(index),"outcome":"rejected","code":"invalidField","#
                        + #""field":"id","detail":"It is bad."}"#
                )
            } else if state.stored[id] != nil {
                counts["duplicate", default: 0] += 1
                outcomes.append(#"{"index":\#(index),"outcome":"duplicate"}"#)
            } else {
                counts["stored", default: 0] += 1
                state.stored[id, default: 0] += 1
                state.log.append("+" + id)
            }
        }
        let numbers = counts.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
        return "{\(numbers),\"replaced\":0,\"ignored\":0,\"outcomes\":["
            + outcomes.joined(separator: ",") + "]}"
    }

    private func delete(_ body: [UInt8]) -> String {
        let identifiers =
            (try? JSONParser().parse(body) { root in
                root["uuids"]?.elements.compactMap(\.string) ?? []
            }) ?? []
        state.withLock { $0.log += identifiers.map { "-" + $0 } }
        return #"{"deleted":\#(identifiers.count),"duplicate":0,"rejected":0,"outcomes":[]}"#
    }

    private static func batch(_ request: ClientRequest) -> String {
        String(request.path.split(separator: "=").last ?? "")
    }

    private static func response(
        _ status: Int,
        _ body: String,
        _ headers: [(name: String, value: String)] = []
    ) -> ClientResponse {
        ClientResponse(
            status: status,
            headers: ResponseHeaders(pairs: headers),
            body: Array(body.utf8)
        )
    }
}

/// Lines of samples for a memory server.
func lines(_ identifiers: some Sequence<String>) -> [UInt8] {
    Array(identifiers.map { #"{"id":"\#($0)"}"# + "\n" }.joined().utf8)
}

/// The identifiers of so many samples.
func names(_ range: ClosedRange<Int>) -> [String] { range.map { "s\($0)" } }
