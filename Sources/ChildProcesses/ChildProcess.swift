import CSpawn
import Foundation

/// A program that we started, until it has been reaped.
///
/// Foundation's `Process` is not used: up to Swift 6.3 its `run` reads beyond the entries of
/// `/proc/self/fd` and now and then crashes (swift-corelibs-foundation, pull request 5472).
package struct ChildProcess: Sendable, Hashable {
    /// Its process number; ours to signal until `reap` has returned.
    package let pid: Int32

    /// Starts a program.
    ///
    /// It has no open files but the standard three, default signals, and none of them blocked. The
    /// thread that calls this is the one whose end `setpriv --pdeathsig` watches.
    ///
    /// - Parameters:
    ///   - command: The program, looked for along `PATH` unless it has a slash, and its arguments.
    ///   - setting: What it finds around it.
    /// - Throws: `SpawnError` when the program cannot be run or a file cannot be opened.
    package static func spawn(
        _ command: [String],
        _ setting: ChildSetting = ChildSetting()
    ) throws(SpawnError) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        arrange(&actions, setting)
        isolate(&attributes, setting)
        var pid: pid_t = 0
        let status = withArguments(command) { argv in
            withArguments(setting.environment.map { "\($0.key)=\($0.value)" }) { envp in
                guard let program = argv[0] else { return EINVAL }
                return posix_spawnp(&pid, program, &actions, &attributes, argv, envp)
            }
        }
        guard status == 0 else {
            throw SpawnError(
                program: command.first ?? "",
                reason: String(cString: strerror(status))
            )
        }
        return ChildProcess(pid: pid)
    }

    /// Whether the program has ended; it stays to be reaped, so its number stays its own.
    package var hasEnded: Bool { look(WEXITED | WNOWAIT | WNOHANG) }

    /// Blocks until the program has ended; it stays to be reaped.
    package func waitForEnd() {
        while !look(WEXITED | WNOWAIT) {}
    }

    /// Lets a program go once it has ended; from then on its number means nothing.
    ///
    /// Answers as a shell does: its exit status, or 128 and the number of the signal that ended it;
    /// -1 for a child that is not ours any more.
    @discardableResult
    package func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno != EINTR { return -1 }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Sends a signal; only before `reap`.
    package func signal(_ number: Int32) {
        _ = kill(pid, number)
    }

    /// Asks the kernel; a child that is not ours any more counts as ended.
    private func look(_ options: Int32) -> Bool {
        var found = siginfo_t()
        while waitid(P_PID, id_t(pid), &found, options) < 0 {
            if errno != EINTR { return true }
        }
        return found.si_signo == SIGCHLD
    }
}

extension ChildProcess {
    /// Runs a program to its end and answers its status, as `reap` does.
    package static func run(
        _ command: [String],
        _ setting: ChildSetting = ChildSetting()
    ) throws(SpawnError) -> Int32 {
        try spawn(command, setting).reap()
    }

    /// Runs a program to its end and answers its status and what it wrote to standard output.
    package static func output(
        of command: [String],
        _ setting: ChildSetting = ChildSetting()
    ) throws(SpawnError) -> (status: Int32, text: String) {
        let pipe = try ChildPipe()
        var setting = setting
        setting.output = pipe.writer
        let child = try spawn(command, setting)
        let bytes = pipe.readToEnd()
        return (child.reap(), String(decoding: bytes, as: UTF8.self))
    }
}

private func arrange(_ actions: inout posix_spawn_file_actions_t, _ setting: ChildSetting) {
    if let directory = setting.directory {
        posix_spawn_file_actions_addchdir_np(&actions, directory)
    }
    let streams = [setting.input, setting.output, setting.errors]
    for (number, stream) in zip((0 as Int32)..., streams) {
        let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
        switch stream {
        case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
        case .descriptor(let open): posix_spawn_file_actions_adddup2(&actions, open, number)
        case .sameAsOutput: posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, number)
        }
    }
    // A program that outlives us would keep our listening socket.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
}

private func isolate(_ attributes: inout posix_spawnattr_t, _ setting: ChildSetting) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if setting.hasOwnGroup {
        posix_spawnattr_setpgroup(&attributes, 0)
        flags |= POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
}

/// Lends an array of C strings with a null pointer behind the last.
private func withArguments<Answer>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Answer
) -> Answer {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return copies.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("an array has no memory") }
        return body(base)
    }
}
