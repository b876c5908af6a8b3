import Dispatch
import Foundation

/// SIGHUP, turned into something to wait for.
final class HangupSignals: Sendable {
    /// Has an element for the signals since the last one was taken, until `stop`.
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    // Only kept alive: nothing touches the source after it was resumed.
    nonisolated(unsafe) private let source: any DispatchSourceSignal

    /// Takes SIGHUP over, which would else end the process.
    init() {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self,
            // Several in a row ask for the same thing.
            bufferingPolicy: .bufferingNewest(1)
        )
        self.stream = stream
        self.continuation = continuation
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
    }

    /// Ends the stream.
    func stop() {
        continuation.finish()
    }
}
