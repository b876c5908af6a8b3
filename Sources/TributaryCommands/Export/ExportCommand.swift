import Foundation

/// `tributary export user`: everything of a user, as lines of JSON.
enum ExportCommand {
    static let user = Command(
        path: ["export", "user"],
        summary: "Write everything of a user as lines of JSON",
        operands: ["USER"],
        options: [
            Option(name: "--output", value: "FILE", help: "the file to write; else standard output")
        ] + ServerAccess.options,
        notes: """
            The last line says how many there are of each kind. What is cut off before it is
            refused: FILE is written under another name beside it, with mode 0600, and takes its
            name once the last line has come and the numbers are right.
            """
    ) { arguments in
        try await run(arguments, console: .standard)
    }

    /// Runs the command.
    static func run(_ arguments: Arguments, console: Console) async throws -> Int32 {
        let access = try ServerAccess(arguments)
        let user = arguments.operand("USER")
        guard let path = arguments.text("--output") else {
            let check = try await UserDownload(access, user).run { try console.bytes($0) }
            try check.requireWhole()
            return 0
        }
        let file = try ExportFile(path)
        do {
            let check = try await UserDownload(access, user).run { try file.write($0) }
            try check.requireWhole()
            try file.finish()
            console.error("\(check.total) lines written to \(path)\n")
        } catch {
            file.discard()
            throw error
        }
        return 0
    }
}
