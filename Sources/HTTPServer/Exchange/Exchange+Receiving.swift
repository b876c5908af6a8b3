import CMicrohttpd
import Synchronization

extension Exchange {
    /// Whose thread wants to write past the library.
    enum Writer {
        /// The library's, in one of its calls for this request.
        case library
        /// Any other.
        case another
    }
}

/// The steps the library's thread takes while a request arrives.
extension Exchange {
    /// Moves on when the library calls without body bytes: after the head, after the body, and
    /// after a suspended connection was resumed.
    func advance(
        _ connection: OpaquePointer,
        method: String,
        version: String
    ) -> MHD_Result {
        enum Step {
            case head, body, upload(BodyUpload), reply(Reply), close
        }
        let step: Step = state.withLock { state in
            switch state.phase {
            case .receivingHead: .head
            case .collecting: .body
            case .uploading(let upload): .upload(upload)
            case .answered(let reply), .due(let reply, _): .reply(reply)
            case .handling, .replying, .streaming, .discarding, .over: .close
            }
        }
        switch step {
        case .head: return headArrived(connection, method: method, version: version)
        case .body: return bodyArrived(connection)
        case .upload(let upload): return uploadAdvanced(upload, connection)
        case .reply(let reply): return send(reply, over: connection)
        case .close: return .NO
        }
    }

    /// Takes in a piece of the body, or what there is room for, and tells how much that was.
    func receive(_ piece: UnsafeRawBufferPointer, _ connection: OpaquePointer) -> Int {
        var taken = piece.count
        let fault = state.withLock { state -> HTTPFault? in
            if case .due(let reply, _) = state.phase { sendDirectly(reply, &state, by: .library) }
            if case .uploading(let upload) = state.phase {
                taken = upload.offer(piece, connection)
                state.bytesIn += taken
            }
            guard case .collecting(let collector) = state.phase else { return nil }
            state.bytesIn += piece.count
            do throws(HTTPFault) {
                try collector.append(piece)
                return nil
            } catch {
                return error
            }
        }
        if let fault { replyDirectly(reply(to: fault, closes: true), by: .library) }
        return taken
    }

    /// Answers past the library while the body is still arriving, and throws away the rest.
    ///
    /// Does nothing when the request has meanwhile moved on. The socket must be open.
    func replyDirectly(_ reply: Reply, by writer: Writer) {
        state.withLock { state in
            switch state.phase {
            case .receivingHead, .collecting: break
            case .uploading, .handling, .answered, .replying, .streaming, .due, .discarding, .over:
                return
            }
            sendDirectly(reply, &state, by: writer)
        }
    }

    /// Writes an answer to the socket and throws away the rest of the body; under the lock.
    ///
    /// Over TLS only the library's thread can: another leaves the answer for it. It comes by with
    /// the next bytes of the client, or else when it gives the connection up as silent.
    func sendDirectly(_ reply: Reply, _ state: inout State, by writer: Writer) {
        if connection.isSecure, writer == .another {
            state.phase = .due(reply, since: .now)
            return
        }
        let withBody = state.head?.method != "HEAD"
        DirectReply.send(reply, over: connection, withBody: withBody)
        state.phase = .discarding(since: .now)
        state.sent = (reply.status, withBody ? reply.body.count : 0)
    }

    private func headArrived(
        _ connection: OpaquePointer,
        method: String,
        version: String
    ) -> MHD_Result {
        let headers = receivedHeaders(of: connection)
        let reply: Reply
        do throws(HTTPFault) {
            let target = try RequestTarget(target)
            let head = makeHead(method: method, target: target, headers: headers)
            state.withLock { $0.head = head }
            guard let refusal = try admit(head, version: version) else {
                if MessageFraming.expectsContinue(headers) { holdBackUpload(connection) }
                return .YES
            }
            reply = self.reply(with: refusal, closes: MessageFraming.announcesBody(headers))
        } catch {
            reply = self.reply(to: error, closes: true)
        }
        return refuse(with: reply, headers: headers, over: connection)
    }

    private func makeHead(
        method: String,
        target: RequestTarget,
        headers: HTTPHeaders
    ) -> HTTPRequestHead {
        HTTPRequestHead(
            id: id,
            method: method,
            path: target.path,
            query: target.query,
            headers: headers,
            remoteAddress: connection.remoteAddress
        )
    }

    /// Begins to collect the body, or gives the handler's refusal.
    private func admit(
        _ head: HTTPRequestHead,
        version: String
    ) throws(HTTPFault) -> HTTPResponse? {
        let framing = try MessageFraming(head.headers, version: version)
        if let fault = core.gate.refusal { throw fault }
        switch core.handler.admit(head) {
        case .reject(let response): return response
        case .bodyLimit(let limit, let inflatedLimit, let isLongPoll):
            if isLongPoll { state.withLock { $0.kind = .long } }
            try collect(head, framing, limit: limit, inflatedLimit: inflatedLimit)
        case .stream(let limit, let inflatedLimit) where framing.contentLength != 0:
            try beginUpload(head, framing, limit: limit, inflatedLimit: inflatedLimit)
        case .stream:
            state.withLock { $0.isStreamed = true }
            try collect(head, framing, limit: 0, inflatedLimit: 0)
        }
        return nil
    }

    private func collect(
        _ head: HTTPRequestHead,
        _ framing: MessageFraming,
        limit: Int,
        inflatedLimit: Int
    ) throws(HTTPFault) {
        let collector = try BodyCollector(
            framing: framing,
            limit: limit,
            inflatedLimit: inflatedLimit,
            budget: core.budget(for: head)
        )
        state.withLock { $0.phase = .collecting(collector) }
    }

    /// Refuses a request whose body, if any, is not going to be read.
    ///
    /// A client that waits for 100 Continue must not get it, so the library has to know at once;
    /// it then closes the connection. Any other body may be under way already: it is answered
    /// directly. Without a body the library's last call for this request fetches the answer, as
    /// that is the one that lets the connection live on.
    private func refuse(
        with reply: Reply,
        headers: HTTPHeaders,
        over connection: OpaquePointer
    ) -> MHD_Result {
        if !MessageFraming.announcesBody(headers) {
            state.withLock { $0.phase = .answered(reply) }
            return .YES
        }
        if MessageFraming.expectsContinue(headers) { return send(reply, over: connection) }
        replyDirectly(reply, by: .library)
        return .YES
    }
}

/// Copies the header fields out of the library's memory.
private func receivedHeaders(of connection: OpaquePointer) -> HTTPHeaders {
    var pairs: [(name: String, value: String)] = []
    withUnsafeMutablePointer(to: &pairs) { pairs in
        _ = http_each_header(connection, appendHeader, pairs)
    }
    return HTTPHeaders(pairs)
}

/// Adds one header field to the array behind `context`.
private func appendHeader(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    nameLength: Int,
    value: UnsafePointer<CChar>?,
    valueLength: Int
) -> MHD_Result {
    context?.assumingMemoryBound(to: [(name: String, value: String)].self)
        .pointee.append((text(name, nameLength), withoutTrailingBlanks(text(value, valueLength))))
    return .YES
}

/// Bytes as text; what is not UTF-8 becomes U+FFFD.
private func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    return String(decoding: bytes, as: UTF8.self)
}

/// Blanks around a value are not part of it; the library cuts off those before it.
private func withoutTrailingBlanks(_ value: String) -> String {
    let bytes = value.utf8
    guard let last = bytes.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
    return String(value[..<bytes.index(after: last)])
}
