/// The texts of `--help`.
enum Help {
    /// What the program can do.
    static func overview(of commands: [Command]) -> String {
        let width = commands.map { $0.path.joined(separator: " ").count }.max() ?? 0
        var text = """
            Tributary: a self-hosted health-data sync server.

            Usage: tributary COMMAND [OPTIONS]

            Commands:

            """
        for command in commands {
            text += "  " + padded(command.path.joined(separator: " "), width) + "  "
            text += command.summary + "\n"
        }
        return text + "\nRun 'tributary COMMAND --help' for a command's options.\n"
    }

    /// What one command takes.
    static func page(of command: Command) -> String {
        let operands = command.operands.map { " " + $0 }.joined()
        var text = command.summary + "\n\nUsage: tributary "
        text += command.path.joined(separator: " ") + operands
        text += command.options.isEmpty ? "\n" : " [OPTIONS]\n\nOptions:\n"
        let names = command.options.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
        let width = names.map(\.count).max() ?? 0
        for (option, name) in zip(command.options, names) {
            text += "  " + padded(name, width) + "  " + option.help
            if let standard = option.standard { text += " (default: \(standard))" }
            if let environment = option.environment { text += " [\(environment)]" }
            text += "\n"
        }
        return command.notes.isEmpty ? text : text + "\n" + command.notes + "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
