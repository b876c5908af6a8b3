import Foundation

/// A program that we started, until it has been reaped.
struct ChildProcess: Sendable, Hashable {
    /// Its process number; ours to signal until `reap` has returned.
    let pid: pid_t

    /// Starts a program whose output is appended to a file.
    ///
    /// It gets an environment of its own, no open files but the standard three, default signals,
    /// and its own process group, so that a Ctrl-C meant for us does not reach it. The thread that
    /// calls this is the one whose end `setpriv` watches.
    ///
    /// - Throws: `.spawnFailed`.
    static func spawn(
        _ arguments: [String],
        output path: String
    ) throws(EmbeddedPostgresError) -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        redirect(&actions, to: path)
        isolate(&attributes)
        var pid: pid_t = 0
        let status = withArguments(arguments) { argv in
            withArguments(environment) { envp in
                guard let program = argv[0] else { return EINVAL }
                return posix_spawn(&pid, program, &actions, &attributes, argv, envp)
            }
        }
        guard status == 0 else {
            throw .spawnFailed(program: arguments[0], reason: String(cString: strerror(status)))
        }
        return ChildProcess(pid: pid)
    }

    /// Whether the program has ended; it stays to be reaped, so its number stays its own.
    var hasEnded: Bool { look(WEXITED | WNOWAIT | WNOHANG) }

    /// Blocks until the program has ended; it stays to be reaped.
    func waitForEnd() {
        while !look(WEXITED | WNOWAIT) {}
    }

    /// Lets a program that has ended go; from then on its number means nothing.
    ///
    /// Answers the wait status, 0 for success only.
    func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            if errno != EINTR { return -1 }
        }
        return status
    }

    /// Sends a signal; only before `reap`.
    func signal(_ number: Int32) {
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

/// English messages, because some of them are recognised.
private let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"]

private func redirect(_ actions: inout posix_spawn_file_actions_t, to path: String) {
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, path, flags, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    for descriptor in openDescriptors() where descriptor > 2 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
    }
}

/// The descriptors that are open now; closing one that is gone meanwhile does no harm.
///
/// Without this a server that outlives us would keep our listening socket.
private func openDescriptors() -> [Int32] {
    // Without /proc the usual limit stands in for the true list.
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return names?.compactMap { Int32($0) } ?? Array(3..<1024)
}

private func isolate(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
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
