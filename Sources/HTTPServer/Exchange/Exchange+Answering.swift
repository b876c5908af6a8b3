import CMicrohttpd
import Synchronization

/// The steps from the whole request to the end of its answer.
extension Exchange {
    /// Hands a request that has arrived whole to the handler, in a task of its own.
    func bodyArrived(_ connection: OpaquePointer) -> MHD_Result {
        do throws(HTTPFault) {
            guard let kind = try suspend(connection) else { return .NO }
            startHandler(kind)
            return .YES
        } catch {
            return send(reply(to: error, closes: false), over: connection)
        }
    }

    /// Calls the handler in a task of its own and delivers what it answers.
    ///
    /// The request must have been counted at the gate as one of that kind.
    func startHandler(_ kind: Gate.Kind) {
        // What has no body is read and planned in no time: that is done on this thread, up to the
        // first wait. A body may take a while, in which other connections of the thread would wait.
        let hasBody = state.withLock { $0.bytesIn > 0 || $0.request?.stream != nil }
        keep(hasBody ? Task { await answer(kind) } : Task.immediate { await answer(kind) })
    }

    private func answer(_ kind: Gate.Kind) async {
        let response = await handlerResponse()
        // Its place is free before the client hears, whose next request may want it.
        core.gate.handlerEnded(kind)
        await deliver(response)
    }

    /// Ends the wait for a handler: its task is cancelled and the fault is the answer.
    ///
    /// An answer that is being streamed is broken off instead. Does nothing when no handler is
    /// being waited for.
    func abandon(for fault: HTTPFault) {
        let reply = reply(to: fault, closes: true)
        let task: Task<Void, Never>? = state.withLock { state in
            switch state.phase {
            case .handling(let suspended):
                state.phase = .answered(reply)
                suspended.resume()
            case .uploading(let upload): upload.fail(fault)
            case .answered(let reply): reply.stream?.cut(.stopped)
            case .streaming(let stream): stream.cut(.stopped)
            case .receivingHead, .collecting, .replying, .due, .discarding, .over: return nil
            }
            return state.task
        }
        task?.cancel()
        core.connections.whileOpen(connection) { answerUpload(with: reply) }
    }

    /// Queues an answer with the library; only inside the library's call for this request.
    ///
    /// Closes the connection when the request was meanwhile answered as late.
    func send(_ reply: Reply, over connection: OpaquePointer) -> MHD_Result {
        let isHead = state.withLock { $0.head?.method == "HEAD" }
        let held = reply.heldBody()
        guard let response = reply.makeLibraryResponse(isHead: isHead, holding: held) else {
            return .NO
        }
        defer { MHD_destroy_response(response) }
        let isDue = state.withLock { state in
            if case .discarding = state.phase { return false }
            state.phase = reply.stream.map { .streaming($0) } ?? .replying(since: .now)
            state.sent = (reply.status, isHead ? 0 : reply.body.count)
            return true
        }
        guard isDue else { return .NO }
        if let held, !isHead { core.answers.begin(held, of: self) }
        reply.stream?.attach(to: connection)
        return MHD_queue_response(connection, UInt32(reply.status), response)
    }

    /// Notes that the library is done with the request, and frees what it held.
    func finish(isSentWhole: Bool) {
        let (head, bytesIn, sent) = state.withLock { state in
            sendWhatIsLeft(&state)
            let bytesOut = bytesOut(of: state, isSentWhole: isSentWhole)
            endBodies(&state, isSentWhole: isSentWhole)
            state.phase = .over
            state.task = nil
            let sent = (state.sent?.status ?? 499, bytesOut, state.sent?.bytes ?? 0)
            return (state.head, state.bytesIn, sent)
        }
        if sent.2 > HeldAnswer.threshold { core.answers.end(self) }
        connection.exchangeEnded()
        core.gate.exchangeEnded()
        guard let head else { return }
        core.handler.finished(
            head,
            status: sent.0,
            bytesIn: bytesIn,
            bytesOut: sent.1,
            duration: .now - started
        )
    }

    /// Sends, over TLS, what the library has not come to: it is about to close the connection.
    ///
    /// So a client gets its answer that had ended its sending side, or stopped to send.
    private func sendWhatIsLeft(_ state: inout State) {
        guard connection.isSecure else { return }
        switch state.phase {
        case .due(let reply, _): sendDirectly(reply, &state, by: .library)
        case .answered(let reply) where Self.isSmall(reply):
            sendDirectly(reply, &state, by: .library)
        default: break
        }
    }

    /// Whether an answer can be written past the library.
    private static func isSmall(_ reply: Reply) -> Bool {
        reply.stream == nil && reply.body.count <= ResponseStream.capacity
    }

    private func bytesOut(of state: State, isSentWhole: Bool) -> Int {
        switch state.phase {
        case .streaming(let stream): stream.bytesTaken
        case .discarding: state.sent?.bytes ?? 0
        default: isSentWhole ? state.sent?.bytes ?? 0 : 0
        }
    }

    /// Tells the handler's task that the client has gone, if it reads or writes a body; one that has
    /// not begun and would read none need not begin.
    private func endBodies(_ state: inout State, isSentWhole: Bool) {
        // What came of a streamed body is the handler's, even where its task has yet to begin.
        if case .uploading(let upload) = state.phase { return upload.fail(.bodyTruncated) }
        state.request = nil
        if case .streaming(let stream) = state.phase, !isSentWhole {
            stream.cut(whyLeft(stream))
            state.task?.cancel()
        }
    }

    /// Takes the body out of the collector and suspends the connection.
    ///
    /// One step under the lock: a server that stops closes its gate first and then visits every
    /// exchange, so it either finds this one suspended or keeps it from being so.
    /// Nil when the request was meanwhile answered as late.
    private func suspend(_ connection: OpaquePointer) throws(HTTPFault) -> Gate.Kind? {
        try state.withLock { state throws(HTTPFault) in
            guard case .collecting(let collector) = state.phase, let head = state.head else {
                return nil
            }
            let body = try collector.finish()
            try core.gate.enterHandler(state.kind)
            state.phase = .handling(SuspendedConnection(suspending: connection))
            let stream = state.isStreamed ? RequestBodyStream(nil) : nil
            state.request = HTTPRequest(head: head, body: body, stream: stream)
            return state.kind
        }
    }

    /// Asks the handler, and lets go of the request before its answer can be sent: a client that
    /// has its answer may count on the memory being free.
    private func handlerResponse() async -> HTTPResponse {
        guard let request = state.withLock({ $0.request.take() }) else {
            // The connection is gone, so nobody sees this.
            return HTTPResponse(status: 503)
        }
        return await core.handler.respond(to: request)
    }

    /// Keeps the task so that it can be cancelled; cancels it if nobody waits for it any more.
    private func keep(_ task: Task<Void, Never>) {
        let (isAwaited, isLong) = state.withLock { state in
            let isAwaited =
                switch state.phase {
                case .handling, .uploading, .streaming: true
                case .answered(let reply): reply.stream != nil
                case .receivingHead, .collecting, .replying, .due, .discarding, .over: false
                }
            if isAwaited { state.task = task }
            return (isAwaited, state.kind == .long)
        }
        // A server that has begun to stop has visited this request before it had a task.
        if !isAwaited || isLong && !core.gate.isOpen { task.cancel() }
    }

    /// Makes the handler's answer the request's, unless the wait for it was ended.
    private func deliver(_ response: HTTPResponse) async {
        if let producer = response.stream { return await stream(response, from: producer) }
        let isUpload = state.withLock { state in
            if case .uploading = state.phase { true } else { false }
        }
        if isUpload {
            let reply = reply(with: response, closes: true)
            core.connections.whileOpen(connection) { answerUpload(with: reply) }
        }
        complete(with: reply(with: response, closes: false))
    }

    /// Hands an answer to the library; false when the wait for it was ended.
    ///
    /// A client that has ended its sending side meanwhile is answered past the library, which would
    /// see the end first and close. What is too large for that is left to chance.
    @discardableResult
    func complete(with reply: Reply) -> Bool {
        state.withLock { state in
            guard case .handling(let suspended) = state.phase else { return false }
            if Self.isSmall(reply), !connection.isSecure, connection.hasEndOfInput {
                sendDirectly(reply, &state, by: .another)
            } else {
                state.phase = .answered(reply)
            }
            suspended.resume()
            return true
        }
    }
}
