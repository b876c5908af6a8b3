/// A command of the program: what it is called, what it takes, what it does.
package struct Command: Sendable {
    /// Its words, such as `["import", "apple-health"]`.
    let path: [String]
    /// What it does, in one line.
    let summary: String
    /// The names of its positional arguments, all required.
    var operands: [String] = []
    /// Its options.
    var options: [Option] = []
    /// More about it, printed below its options.
    var notes: String = ""
    /// Runs it; the answer is the exit status.
    let run: @Sendable (Arguments) async throws -> Int32
}

/// An option of a command.
struct Option: Sendable {
    /// Its name with the dashes, such as `--port`.
    let name: String
    /// What its value is called in the help; nil for one without a value.
    let value: String?
    /// What it is for.
    let help: String
    /// The environment variable that stands in for it.
    var environment: String?
    /// What holds when neither is given.
    var standard: String?
}

/// A mistake in how the program was called.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A failure that one line explains.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
