import Foundation

/// Carries bytes between a client and a server until a mishap or either's end.
struct Carrier {
    /// The connection to the client.
    let near: Int32
    /// The connection to the server.
    let far: Int32
    /// What is to befall it.
    let mishap: Mishap

    private var requestBytes = 0
    private var answerBytes = 0
    private var answers = 0
    private var isAnswering = false
    private var piece = [UInt8](repeating: 0, count: 16_384)

    /// Makes a carrier over two connections, which stay the caller's to close.
    init(near: Int32, far: Int32, mishap: Mishap) {
        self.near = near
        self.far = far
        self.mishap = mishap
        limitSending(near)
        limitSending(far)
    }

    /// Carries on until it is over; answers whether it was the mishap.
    ///
    /// While it is not faulty, mishaps are put off.
    mutating func carry(isOver: () -> Bool, isFaulty: () -> Bool) -> Bool {
        while !isOver() {
            let ready = readable(near, far, within: 100)
            if ready.0 {
                guard let bytes = receive(from: near) else { return false }
                isAnswering = false
                let allowed = isFaulty() ? allowedOfRequest(bytes.count) : bytes.count
                requestBytes += bytes.count
                guard forward(bytes.prefix(allowed), to: far) else { return false }
                if allowed < bytes.count { return cut() }
            }
            if ready.1 {
                guard let bytes = receive(from: far) else { return false }
                if !isAnswering { answers += 1 }
                isAnswering = true
                let allowed = isFaulty() ? allowedOfAnswer(bytes.count) : bytes.count
                answerBytes += bytes.count
                guard forward(bytes.prefix(allowed), to: near) else { return false }
                if allowed < bytes.count { return cut() }
            }
        }
        return false
    }

    private mutating func receive(from descriptor: Int32) -> ArraySlice<UInt8>? {
        let count = recv(descriptor, &piece, piece.count, 0)
        return count > 0 ? piece[..<count] : nil
    }

    private func forward(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        if mishap.delay > 0 { usleep(UInt32(mishap.delay) * 1000) }
        return sendAll(bytes, to: descriptor)
    }

    private func cut() -> Bool {
        if mishap.silence > 0 { usleep(UInt32(mishap.silence) * 1000) }
        return true
    }

    private func allowedOfRequest(_ count: Int) -> Int {
        guard case .inRequest(let limit) = mishap.end else { return count }
        return max(0, min(count, limit - requestBytes))
    }

    private func allowedOfAnswer(_ count: Int) -> Int {
        switch mishap.end {
        case .inAnswer(let limit): max(0, min(count, limit - answerBytes))
        case .beforeAnswer(let number): answers >= number ? 0 : count
        case .refusal, .inRequest: count
        }
    }
}
