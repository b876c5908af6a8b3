import Foundation
import TestSupport

/// What came back for an input.
struct FuzzExchange: Sendable {
    /// The status of the answer, the interim ones aside; nil where none came.
    let status: Int?
    /// Whether the time was over before the server had closed the connection.
    let isLate: Bool
    /// What came, or its beginning.
    let text: String

    /// Sends bytes over a connection of their own and reads until the server closes it.
    ///
    /// - Parameters:
    ///   - endsSending: Whether the sending side is closed behind the bytes, as by who sends less
    ///     than it said.
    static func carryOut(
        _ bytes: [UInt8],
        port: UInt16,
        endsSending: Bool = false,
        within seconds: Int
    ) async -> FuzzExchange {
        guard let socket = connectToLoopback(port) else {
            return FuzzExchange(status: nil, isLate: false, text: "no connection")
        }
        defer { close(socket) }
        limitSending(socket)
        // Whoever was answered before all was sent, as with 413, is not read to the end.
        _ = sendAll(bytes[...], to: socket)
        if endsSending { shutdown(socket, Int32(SHUT_WR)) }
        let deadline = ContinuousClock.now + .seconds(seconds)
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let left = (deadline - ContinuousClock.now) / .milliseconds(1)
            guard left > 0, readable(socket, -1, within: Int32(left)).0 else {
                return FuzzExchange(received, isLate: true)
            }
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { return FuzzExchange(received, isLate: false) }
            if received.count < 1_048_576 { received += piece[..<count] }
        }
    }

    private init(_ received: [UInt8], isLate: Bool) {
        let text = String(decoding: received.prefix(4096), as: UTF8.self)
        let final = text.matches(of: /HTTP\/1\.[01] ([0-9]{3})[ ]/).compactMap { Int($0.1) }
            .first { $0 >= 200 }
        self.init(status: final, isLate: isLate, text: text)
    }

    private init(status: Int?, isLate: Bool, text: String) {
        (self.status, self.isLate, self.text) = (status, isLate, text)
    }
}
