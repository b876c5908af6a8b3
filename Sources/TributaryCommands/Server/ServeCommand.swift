import Dispatch
import Foundation
import HealthService

/// `tributary serve`: runs the server until it is told to stop.
enum ServeCommand {
    static let command = Command(
        path: ["serve"],
        summary: "Run the server",
        options: ServerConfiguration.options + [
            Option(
                name: "--announce",
                value: nil,
                help: "say for people, too, where the server and the admin token are"
            )
        ],
        notes: """
            When ready, one JSON line on standard output: {"event":"listening","url":"..."}.
            The admin token is TRIBUTARY_ADMIN_TOKEN, else the one in DIR/admin-token, made once.
            SIGTERM and SIGINT let requests in flight end, stop the database and exit with 0.
            With --tls-certificate, SIGHUP has certificate and key read again.
            """,
        run: run
    )

    @Sendable
    private static func run(_ arguments: Arguments) async throws -> Int32 {
        let configuration = try ServerConfiguration(arguments)
        let stop = StopSignals()
        // Without TLS there is nothing to read again, and a terminal that closes ends the server.
        let hangups = configuration.tls == nil ? nil : HangupSignals()
        let server = try await RunningServer.start(configuration, log: .standardError) {
            stop.fail()
        }
        printOut(#"{"event":"listening","url":"\#(server.url)"}"# + "\n")
        if arguments.isSet("--announce") {
            let token =
                configuration.adminToken == nil
                ? "in \(configuration.directory.adminTokenFile)" : "TRIBUTARY_ADMIN_TOKEN"
            printError("Tributary answers at \(server.url); the admin token is \(token).")
            printError("Stop it with Ctrl-C.")
        }
        async let reloading: Void = reloadCertificate(of: server, at: hangups)
        let status = await stop.wait()
        hangups?.stop()
        await reloading
        await server.stop()
        return status
    }

    private static func reloadCertificate(
        of server: RunningServer,
        at hangups: HangupSignals?
    ) async {
        guard let hangups else { return }
        await server.reloadCertificate(at: hangups.stream, .standardError)
    }
}

/// The signals that ask the process to stop, turned into something to wait for.
final class StopSignals: Sendable {
    private let stream: AsyncStream<Int32>
    private let continuation: AsyncStream<Int32>.Continuation
    // Only kept alive: nothing touches the sources after they were resumed.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Takes SIGTERM and SIGINT over, and ignores SIGPIPE: a peer that hangs up is no reason to end.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stream = stream
        self.continuation = continuation
        signal(SIGPIPE, SIG_IGN)
        sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(0) }
            source.resume()
            return source
        }
    }

    /// Ends the wait with a failure.
    func fail() {
        continuation.yield(1)
    }

    /// Waits for the first reason to stop and answers the exit status that goes with it.
    func wait() async -> Int32 {
        for await status in stream { return status }
        return 0
    }
}
