import Foundation
import Synchronization
import TestSupport

/// A port of this machine behind which a server is, at the end of a bad line.
///
/// The mishaps come in the order of a seed, one a connection. The server may move to another port.
final class FaultyLine: Sendable {
    /// Where to call.
    let url: String

    private let listener: Int32
    private let run: SoakRun
    private let target: @Sendable () -> UInt16?
    private let isClosed = Atomic(false)

    /// Opens a line to the port that `target` names at each call, nil for none.
    init(
        _ random: SeededGenerator,
        _ run: SoakRun,
        to target: @escaping @Sendable () -> UInt16?
    ) throws {
        let port: UInt16
        (listener, port) = try listenOnLoopback()
        url = "http://127.0.0.1:\(port)"
        self.run = run
        self.target = target
        Thread.detachNewThread { self.serve(random) }
    }

    /// Ends the line and, within a moment, every connection.
    func end() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    private var isOver: Bool { isClosed.load(ordering: .sequentiallyConsistent) }

    private func serve(_ random: SeededGenerator) {
        var random = random
        while !isOver {
            guard readable(listener, -1, within: 100).0 else { continue }
            let near = accept(listener, nil, nil)
            guard near >= 0 else { continue }
            _ = fcntl(near, F_SETFD, FD_CLOEXEC)
            let mishap = Mishap(using: &random)
            Thread.detachNewThread { self.carry(near, mishap) }
        }
        close(listener)
    }

    private func carry(_ near: Int32, _ mishap: Mishap) {
        if case .refusal = mishap.end, run.phase == .load {
            run.count(\.cuts)
            return hangUp(near, isAbrupt: mishap.isAbrupt)
        }
        guard let far = target().flatMap(connectToLoopback) else {
            return hangUp(near, isAbrupt: false)
        }
        var carrier = Carrier(near: near, far: far, mishap: mishap)
        let isCut = carrier.carry(
            isOver: { isOver },
            isFaulty: { run.phase == .load }
        )
        if isCut { run.count(\.cuts) }
        hangUp(near, isAbrupt: isCut && mishap.isAbrupt)
        hangUp(far, isAbrupt: isCut && mishap.isAbrupt)
    }
}
