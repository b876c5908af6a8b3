import ChildProcesses
import Dispatch
import Foundation
import Synchronization

/// One run of the private database: from start to stop, with restarts in between.
///
/// Everything happens on one thread that lives as long as the run, because the kernel ends the
/// server when the thread that started it ends.
final class Supervisor: Sendable {
    private struct State {
        var child: ChildProcess?
        var isStopping = false
        var restarts = 0
        var outcome: Result<Void, EmbeddedPostgresError>?
    }

    /// How the run is to be.
    let configuration: EmbeddedPostgresConfiguration
    /// Where it takes place.
    let directory: DataDirectory
    private let onFailure: @Sendable (EmbeddedPostgresError) -> Void
    private let state = Mutex(State())
    private let started = DispatchSemaphore(value: 0)
    private let stopping = DispatchSemaphore(value: 0)

    /// Prepares a run; `onFailure` is called if the server is given up after it had started.
    init(
        _ configuration: EmbeddedPostgresConfiguration,
        _ directory: DataDirectory,
        onFailure: @escaping @Sendable (EmbeddedPostgresError) -> Void
    ) {
        self.configuration = configuration
        self.directory = directory
        self.onFailure = onFailure
    }

    /// The run; it returns when the server has ended for good.
    func run() {
        do {
            let user = try ServerUser.choose()
            try directory.prepare(for: user)
            let lock = try DirectoryLock.take(directory)
            let launch = try prepareLaunch(as: user)
            launch.log.rotate()
            let child = try start(launch)
            report(.success(()))
            supervise(child, launch)
            directory.removeSubstitute()
            withExtendedLifetime(lock) {}
        } catch {
            report(.failure(error))
        }
    }
}

extension Supervisor {
    /// How often the server was started again.
    var restarts: Int { state.withLock { $0.restarts } }

    /// The server's process number while it lives.
    var process: Int32? { state.withLock { $0.child?.pid } }

    /// Blocks until the first start has succeeded or failed; to be called once.
    func waitForStart() throws(EmbeddedPostgresError) {
        started.wait()
        try (state.withLock { $0.outcome } ?? .failure(.stopped)).get()
    }

    /// Asks the run to end: the server ends its sessions and writes what is left to write.
    func beginStopping() {
        state.withLock { state in
            state.isStopping = true
            state.child?.signal(SIGINT)
        }
        stopping.signal()
    }

    /// Sends the server a signal if it lives.
    func signal(_ number: Int32) {
        state.withLock { $0.child?.signal(number) }
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func report(_ outcome: Result<Void, EmbeddedPostgresError>) {
        state.withLock { $0.outcome = outcome }
        started.signal()
    }
}

extension Supervisor {
    /// Starts the server and waits until it accepts connections.
    private func start(_ launch: ServerLaunch) throws(EmbeddedPostgresError) -> ChildProcess {
        let offset = launch.log.size
        let child = try spawn(launch)
        let deadline = ContinuousClock.now + configuration.startTimeout
        while !launch.isReady(child) {
            if child.hasEnded {
                reap(child)
                guard !isStopping else { throw .stopped }
                throw failure(in: launch.log.text(from: offset), directory) {
                    .startFailed(lastLine: $0)
                }
            }
            guard ContinuousClock.now < deadline else {
                end(child)
                let line = tellingLine(of: launch.log.text(from: offset))
                throw .startTimeout(limit: configuration.startTimeout, lastLine: line)
            }
            // The server's note is a file; ten milliseconds are a tenth of a start.
            usleep(10_000)
        }
        return child
    }

    /// Spawns under the lock, so that a stop that comes at the same time finds the child.
    private func spawn(_ launch: ServerLaunch) throws(EmbeddedPostgresError) -> ChildProcess {
        let outcome = state.withLock { state -> Result<ChildProcess, EmbeddedPostgresError> in
            guard !state.isStopping else { return .failure(.stopped) }
            let outcome = Result { () throws(EmbeddedPostgresError) in try launch.spawn() }
            state.child = try? outcome.get()
            return outcome
        }
        return try outcome.get()
    }

    /// Lets the ended child go; under the lock, so that nobody signals its number afterwards.
    private func reap(_ child: ChildProcess) {
        state.withLock { state in
            _ = child.reap()
            state.child = nil
        }
    }

    /// Ends a server that does not become ready: at once, with a recovery at the next start.
    private func end(_ child: ChildProcess) {
        child.signal(SIGQUIT)
        let deadline = ContinuousClock.now + .seconds(5)
        while !child.hasEnded, ContinuousClock.now < deadline { usleep(10_000) }
        child.signal(SIGKILL)
        child.waitForEnd()
        reap(child)
    }
}

extension Supervisor {
    /// Waits for the server's end, and starts it again unless it was asked to end.
    private func supervise(_ first: ChildProcess, _ launch: ServerLaunch) {
        var policy = RestartPolicy(limit: configuration.restartLimit)
        var child = first
        while true {
            let start = ContinuousClock.now
            child.waitForEnd()
            reap(child)
            let ran = start.duration(to: .now)
            guard let next = restart(launch, after: ran, by: &policy) else { return }
            child = next
        }
    }

    /// Starts the server again with growing pauses; nil when the run is to end.
    private func restart(
        _ launch: ServerLaunch,
        after running: Duration,
        by policy: inout RestartPolicy
    ) -> ChildProcess? {
        var cause = EmbeddedPostgresError.startFailed(
            lastLine: tellingLine(of: launch.log.text(from: 0))
        )
        var running = running
        while !isStopping {
            guard let pause = policy.pause(afterRunning: running) else {
                onFailure(cause)
                return nil
            }
            let limit = DispatchTime.now() + .milliseconds(Int(pause / .milliseconds(1)))
            guard stopping.wait(timeout: limit) == .timedOut else { return nil }
            launch.log.rotate(above: ServerLog.bound)
            do {
                let child = try start(launch)
                state.withLock { $0.restarts += 1 }
                return child
            } catch {
                cause = error
                running = .zero
            }
        }
        return nil
    }
}
