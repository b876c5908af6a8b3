/// What brings bytes of answers, in plain or out of TLS.
protocol AnswerReceiving: AnyObject {
    /// What came and was not read yet.
    var received: [UInt8] { get set }

    /// Waits for more.
    func receiveMore() throws
}

extension AnswerReceiving {
    /// Reads one answer with its body; `hasBody` is false for an answer to HEAD.
    func answer(hasBody: Bool = true) throws -> RawAnswer {
        let blank = Array("\r\n\r\n".utf8)
        while true {
            if let end = received.firstRange(of: blank) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                received.removeSubrange(..<end.upperBound)
                var answer = try RawAnswer(head: head)
                let length = hasBody ? answer.headers["content-length"].flatMap(Int.init) ?? 0 : 0
                while received.count < length { try receiveMore() }
                answer.body = Array(received[..<length])
                received.removeFirst(length)
                return answer
            }
            try receiveMore()
        }
    }
}
