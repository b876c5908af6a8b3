import CMicrohttpd
import Synchronization

/// The steps from the whole request to the end of its answer.
extension Exchange {
    /// Hands a request that has arrived whole to the handler, in a task of its own.
    func bodyArrived(_ connection: OpaquePointer) -> MHD_Result {
        do throws(HTTPFault) {
            guard try suspend(connection) else { return .NO }
            let task = Task {
                let response = await handlerResponse()
                // Its place is free before the client hears, whose next request may want it.
                core.gate.handlerEnded()
                complete(with: response)
            }
            keep(task)
            return .YES
        } catch {
            return send(reply(to: error, closes: false), over: connection)
        }
    }

    /// Ends the wait for a handler: its task is cancelled and the fault is the answer.
    ///
    /// Does nothing when no handler is being waited for.
    func abandon(for fault: HTTPFault) {
        let reply = reply(to: fault, closes: true)
        let task: Task<Void, Never>? = state.withLock { state in
            guard case .handling(let suspended, let task) = state.phase else { return nil }
            state.phase = .answered(reply)
            suspended.resume()
            return task
        }
        task?.cancel()
    }

    /// Queues an answer with the library; only inside the library's call for this request.
    ///
    /// Closes the connection when the request was meanwhile answered as late.
    func send(_ reply: Reply, over connection: OpaquePointer) -> MHD_Result {
        guard let response = reply.makeLibraryResponse() else { return .NO }
        defer { MHD_destroy_response(response) }
        let isDue = state.withLock { state in
            if case .discarding = state.phase { return false }
            state.phase = .replying
            state.sent = (reply.status, state.head?.method == "HEAD" ? 0 : reply.body.count)
            return true
        }
        guard isDue else { return .NO }
        return MHD_queue_response(connection, UInt32(reply.status), response)
    }

    /// Notes that the library is done with the request, and frees what it held.
    func finish(isSentWhole: Bool) {
        let (head, bytesIn, sent) = state.withLock { state in
            let wasDiscarding = if case .discarding = state.phase { true } else { false }
            state.phase = .replying
            state.request = nil
            let bytesOut = isSentWhole || wasDiscarding ? state.sent?.bytes ?? 0 : 0
            return (state.head, state.bytesIn, (state.sent?.status ?? 499, bytesOut))
        }
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

    /// Takes the body out of the collector and suspends the connection.
    ///
    /// One step under the lock: a server that stops closes its gate first and then visits every
    /// exchange, so it either finds this one suspended or keeps it from being so.
    /// False when the request was meanwhile answered as late.
    private func suspend(_ connection: OpaquePointer) throws(HTTPFault) -> Bool {
        try state.withLock { state throws(HTTPFault) in
            guard case .collecting(let collector) = state.phase, let head = state.head else {
                return false
            }
            let body = try collector.finish()
            try core.gate.enterHandler()
            state.phase = .handling(SuspendedConnection(suspending: connection), nil)
            state.request = HTTPRequest(head: head, body: body)
            return true
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
        let isAwaited = state.withLock { state in
            guard case .handling(let suspended, _) = state.phase else { return false }
            state.phase = .handling(suspended, task)
            return true
        }
        if !isAwaited { task.cancel() }
    }

    /// Makes the handler's answer the request's, unless the wait for it was ended.
    private func complete(with response: HTTPResponse) {
        let reply = reply(with: response, closes: false)
        state.withLock { state in
            guard case .handling(let suspended, _) = state.phase else { return }
            state.phase = .answered(reply)
            suspended.resume()
        }
    }
}
