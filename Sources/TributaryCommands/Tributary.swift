import Crypto
import Foundation

/// The program: finds the command that its arguments name and runs it.
package enum Tributary {
    /// Every command there is, in the order of the help.
    static let commands: [Command] =
        [
            ServeCommand.command, DemoCommand.command, ImportCommand.appleHealth,
            PushCommand.command, ExplainCommand.command, SimulateCommand.command,
            MigrateCommand.status, MigrateCommand.up, MigrateCommand.down, VerifyCommand.command,
            BenchCommand.command, ExportCommand.user,
        ] + AdminCommand.commands

    /// Runs the program and answers its exit status: 0, 1 for a failure, 2 for wrong usage.
    package static func run(_ words: [String]) async -> Int32 {
        reserveStandardFiles()
        CryptoLibrary.outlivesThreads()
        let isHelp = words.contains("--help") || words.contains("-h")
        guard let command = command(in: words) else {
            guard isHelp || words.isEmpty || words == ["help"] else {
                printError("tributary: there is no command '\(words[0])' (see tributary --help)")
                return 2
            }
            printOut(Help.overview(of: commands))
            return words.isEmpty ? 2 : 0
        }
        if isHelp {
            printOut(Help.page(of: command))
            return 0
        }
        return await run(command, Array(words.dropFirst(command.path.count)))
    }

    private static func run(_ command: Command, _ words: [String]) async -> Int32 {
        let name = "tributary " + command.path.joined(separator: " ")
        do {
            let arguments = try Arguments(
                words,
                of: command,
                environment: ProcessInfo.processInfo.environment
            )
            return try await command.run(arguments)
        } catch let error as UsageError {
            printError("\(name): \(error) (see \(name) --help)")
            return 2
        } catch let error as any CustomStringConvertible & Error {
            printError("\(name): \(error)")
            return 1
        } catch {
            printError("\(name): \(type(of: error))")
            return 1
        }
    }

    /// The command with the most words that the arguments begin with.
    private static func command(in words: [String]) -> Command? {
        commands.filter { words.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    }
}

/// Writes text to standard output at once, so that a reader on a pipe sees it.
func printOut(_ text: String) {
    write(text, to: STDOUT_FILENO)
}

/// Writes a line to standard error.
func printError(_ line: String) {
    write(line + "\n", to: STDERR_FILENO)
}

/// Writes as much as can be written.
///
/// A reader that has gone or a full disk is no reason for a server to end, and Foundation's own
/// call traps on both.
private func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

/// Opens what the caller has closed of the three standard files as `/dev/null`.
///
/// Else the next file or socket would take the number, and what is printed would go into it.
private func reserveStandardFiles() {
    for descriptor in 0...2 where fcntl(Int32(descriptor), F_GETFD) < 0 {
        // The lowest number that is free is this one. Without /dev/null there is nothing to do.
        _ = open("/dev/null", O_RDWR)
    }
}
