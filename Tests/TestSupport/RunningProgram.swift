package import ChildProcesses
import Foundation
import Synchronization

/// A program, run as a process of its own; it is gone with the value.
package final class RunningProgram: Sendable {
    private let child: ChildProcess
    private let status = Mutex<Int32?>(nil)

    /// Starts a program.
    package init(_ command: [String], _ setting: ChildSetting) throws {
        child = try ChildProcess.spawn(command, setting)
    }

    deinit {
        guard exitStatus == nil else { return }
        child.signal(SIGKILL)
        child.reap()
    }

    /// Its process number; its own until the value goes.
    package var pid: Int32 { child.pid }

    /// Sends it a signal, unless it has ended.
    package func signal(_ number: Int32) {
        if exitStatus == nil { child.signal(number) }
    }

    /// Its exit status once it has ended, 128 and the number if a signal ended it.
    package var exitStatus: Int32? {
        status.withLock { status in
            if status == nil, child.hasEnded { status = child.reap() }
            return status
        }
    }

    /// Waits until it has ended and answers its exit status.
    package func waitForEnd(within limit: Duration = .seconds(30)) async throws -> Int32 {
        try await eventually("the program ends", within: limit) { exitStatus != nil }
        return exitStatus ?? -1
    }
}
