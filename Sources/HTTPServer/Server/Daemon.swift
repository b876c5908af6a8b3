import CMicrohttpd
import Dispatch
import Glibc

/// The running library behind a server: its threads, its socket and the sweep.
///
/// `@unchecked Sendable`: the daemon's pointer is used once more after `init`, by `stop`, which
/// the server calls once; the timer is only cancelled, which any thread may do.
final class Daemon: @unchecked Sendable {
    /// The port it listens on.
    let port: UInt16

    private let core: ServerCore
    private let daemon: OpaquePointer
    private let timer: any DispatchSourceTimer

    /// Opens the socket and starts the threads.
    init(_ core: ServerCore) throws(HTTPServerError) {
        let configuration = core.configuration
        guard !core.usesTLS || http_has_tls() != 0 else { throw .tlsUnavailable }
        let listening = try ListeningSocket.open(
            host: configuration.host,
            port: configuration.port
        )
        let context = Unmanaged.passRetained(core)
        var settings = daemonSettings(core, listening.socket, context.toOpaque())
        guard let daemon = http_daemon_start(&settings) else {
            let reason = lastErrorText()
            context.release()
            close(listening.socket)
            throw .system(reason)
        }
        self.core = core
        self.daemon = daemon
        port = listening.port
        timer = startSweeping(core)
    }

    /// Lets the requests in hand finish, answers the rest, and ends the threads.
    ///
    /// The library's way to stop accepting (`MHD_quiesce_daemon`) is not used: in 0.9.75 it races
    /// with its threads for the listening socket and aborts the process when it loses. The gate
    /// turns new connections away instead.
    func stop(drainingFor limit: Duration) async {
        core.gate.startDraining()
        core.endLongRequests()
        core.sweep()
        await waitForRequests(atMost: limit)
        core.gate.close()
        core.abandonHandlers()
        await waitForRequests(atMost: Daemon.goodbye)
        timer.cancel()
        await withCheckedContinuation { continuation in
            // Joins the library's threads, so not on a thread of the task pool.
            DispatchQueue.global().async {
                MHD_stop_daemon(self.daemon)
                Unmanaged.passUnretained(self.core).release()
                continuation.resume()
            }
        }
    }

    /// The time to send the last answers.
    private static let goodbye: Duration = .milliseconds(250)

    private func waitForRequests(atMost limit: Duration) async {
        let gate = core.gate
        let wait = gate.announceWait()
        let alarm = DispatchWorkItem { gate.stopWaiting(wait) }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + dispatchInterval(limit),
            execute: alarm
        )
        await gate.waitUntilEmpty()
        alarm.cancel()
    }
}

private func daemonSettings(
    _ core: ServerCore,
    _ socket: Int32,
    _ context: UnsafeMutableRawPointer
) -> http_daemon_settings {
    let configuration = core.configuration
    return http_daemon_settings(
        listening_socket: socket,
        threads: UInt32(configuration.threads),
        connection_limit: UInt32(configuration.connectionLimit),
        connection_limit_per_address: UInt32(configuration.perAddressConnectionLimit ?? 0),
        idle_seconds: UInt32(wholeSeconds(configuration.idleTimeout)),
        connection_memory: configuration.headerLimitInBytes,
        uses_tls: core.usesTLS ? 1 : 0,
        context: context,
        accept: acceptConnection,
        connection_changed: changeConnection,
        request_started: startRequest,
        request_advanced: advanceRequest,
        request_finished: finishRequest
    )
}

/// Starts to look for late requests, often enough that a deadline is passed by an eighth at most.
private func startSweeping(_ core: ServerCore) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "http.sweep"))
    let configuration = core.configuration
    let deadline = min(
        min(configuration.requestDeadline, configuration.idleTimeout),
        min(configuration.bodyStreamDeadline, configuration.streamStallLimit)
    )
    let interval = min(max(deadline / 8, .milliseconds(10)), .milliseconds(500))
    let period = dispatchInterval(interval)
    timer.schedule(deadline: .now() + period, repeating: period)
    timer.setEventHandler { core.sweep() }
    timer.resume()
    return timer
}

private func dispatchInterval(_ duration: Duration) -> DispatchTimeInterval {
    let (seconds, attoseconds) = min(duration, .seconds(1_000_000)).components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
}

private func wholeSeconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return attoseconds > 0 ? seconds + 1 : seconds
}
