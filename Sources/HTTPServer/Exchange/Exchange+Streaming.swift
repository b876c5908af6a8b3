import CMicrohttpd
import Glibc
import Synchronization

/// The steps of requests whose body or answer is streamed, and of long polls.
extension Exchange {
    /// Produces a streamed answer; the handler's task runs it to its end.
    func stream(_ response: HTTPResponse, from producer: HTTPBodyProducer) async {
        do throws(HTTPFault) {
            guard let stream = try begin(response) else { return }
            await produce(stream, producer)
        } catch {
            let reply = reply(to: error, closes: true)
            core.connections.whileOpen(connection) { answerUpload(with: reply) }
            complete(with: reply)
        }
    }

    /// Sends the head of a streamed answer.
    ///
    /// - Returns: Where its body goes; nil when there is no body to produce, or the wait for the
    ///   answer was ended.
    /// - Throws: `overloaded`; `internalError` when the request's own body is still arriving.
    private func begin(_ response: HTTPResponse) throws(HTTPFault) -> ResponseStream? {
        let (isUpload, isHead) = state.withLock { state in
            let isUpload = if case .uploading = state.phase { true } else { false }
            return (isUpload, state.head?.method == "HEAD")
        }
        if isUpload { throw .internalError }
        if [204, 304].contains(response.status) {
            complete(with: reply(with: response, closes: false))
            return nil
        }
        try core.gate.enterHandler(.long)
        let stream = ResponseStream(gate: core.gate)
        if isHead { stream.finish() }
        let isAwaited = complete(with: reply(with: response, closes: isHead, stream: stream))
        if isAwaited && !isHead { return stream }
        core.gate.handlerEnded(.long)
        return nil
    }

    private func produce(_ stream: ResponseStream, _ producer: HTTPBodyProducer) async {
        defer { core.gate.handlerEnded(.long) }
        boundSocket()
        // A server that has begun to stop visited this request before it had a stream.
        if !core.gate.isOpen { withUnsafeCurrentTask { $0?.cancel() } }
        do {
            try await producer(HTTPBodyWriter(stream))
            stream.finish()
        } catch {
            stream.cut(.ended)
        }
    }

    /// Bounds what the system holds for a slow reader, and how long for one that has vanished: for so
    /// much longer than the sweep that it is the sweep that breaks off what nobody takes.
    private func boundSocket() {
        core.connections.whileOpen(connection) {
            setOption(connection.socket, SOL_SOCKET, SO_SNDBUF, 64 * 1024)
            let limit = core.configuration.streamStallLimit + .seconds(5)
            setOption(
                connection.socket,
                Int32(IPPROTO_TCP),
                TCP_USER_TIMEOUT,
                Int32(limit / .milliseconds(1))
            )
        }
    }

    /// Begins to receive a body for the handler, which is called at once.
    func beginUpload(
        _ head: HTTPRequestHead,
        _ framing: MessageFraming,
        limit: Int,
        inflatedLimit: Int
    ) throws(HTTPFault) {
        let upload = try BodyUpload(
            framing: framing,
            limit: limit,
            budget: core.budget(for: head),
            gate: core.gate
        )
        let gzip = framing.isCompressed ? GzipReader() : nil
        guard framing.isCompressed == (gzip != nil) else { throw .overloaded }
        let reader = BodyReader(upload, gzip: gzip, inflatedLimit: inflatedLimit)
        try core.gate.enterHandler()
        state.withLock { state in
            state.phase = .uploading(upload)
            state.request = HTTPRequest(head: head, body: .empty, stream: RequestBodyStream(reader))
        }
        startHandler(.short)
    }

    /// Lets a client that waits for 100 Continue wait until the handler reads.
    func holdBackUpload(_ connection: OpaquePointer) {
        state.withLock { state in
            guard case .uploading(let upload) = state.phase else { return }
            upload.holdBack(connection)
        }
    }

    /// Moves on when the library calls without bytes of a streamed body.
    func uploadAdvanced(_ upload: BodyUpload, _ connection: OpaquePointer) -> MHD_Result {
        if upload.takeGoAhead() { return .YES }
        return state.withLock { state in
            guard case .uploading = state.phase else { return .NO }
            // Closed: the handler was told already, and nothing may be suspended any more.
            if core.gate.isClosed { return .NO }
            state.phase = .handling(SuspendedConnection(suspending: connection))
            upload.finish()
            return .YES
        }
    }

    /// Answers before the end of a streamed body; no effect on any other request.
    ///
    /// A client that was not told to send its body gets its answer from the library. The socket
    /// must be open.
    func answerUpload(with reply: Reply) {
        state.withLock { state in
            guard case .uploading(let upload) = state.phase else { return }
            if upload.takeGoAhead() {
                state.phase = .answered(reply)
            } else {
                sendDirectly(reply, &state, by: .another)
            }
            // Resumes the connection, and lets what still arrives be thrown away.
            upload.fail(.bodyTruncated)
        }
    }

    /// Ends a request whose client has gone: a long poll or a streamed answer.
    func clientLeft() { end { self.whyLeft($0) } }

    /// Ends a streamed answer whose client does not take it.
    func clientStalled() { end { _ in .stalled } }

    /// Why a client takes no more of a stream.
    ///
    /// Where the sweep comes late the system ends the connection first; it is the same thing.
    func whyLeft(_ stream: ResponseStream) -> HTTPStreamError {
        stream.isStalled(at: .now, limit: core.configuration.streamStallLimit)
            ? .stalled : .disconnected
    }

    /// Tells a long poll or a streamed answer that the server begins to stop.
    func startDraining() {
        let task = state.withLock { state -> Task<Void, Never>? in
            switch state.phase {
            case .handling where state.kind == .long: return state.task
            case .streaming: return state.task
            case .answered(let reply): return reply.stream == nil ? nil : state.task
            default: return nil
            }
        }
        task?.cancel()
    }

    private func end(why: (ResponseStream) -> HTTPStreamError) {
        let task = state.withLock { state -> Task<Void, Never>? in
            switch state.phase {
            case .handling(let suspended) where state.kind == .long:
                // The library's next call finds nothing to send and closes the connection.
                state.phase = .over
                suspended.resume()
            case .streaming(let stream): stream.cut(why(stream))
            default: return nil
            }
            return state.task
        }
        guard let task else { return }
        task.cancel()
        // Wakes the library when it waits for the client to take what was sent.
        core.connections.cut(connection)
    }
}
