/// What a command was given: options from flags, else from the environment, else their defaults.
package struct Arguments: Sendable {
    private let values: [String: String]
    private let operands: [String: String]

    /// Reads the words after a command's name.
    ///
    /// `--name value` and `--name=value` are the same; `--` ends the options.
    ///
    /// - Throws: `UsageError` for what the command does not take, or lacks.
    init(
        _ words: [String],
        of command: Command,
        environment: [String: String]
    ) throws {
        var values: [String: String] = [:]
        var given: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                given += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                given.append(word)
                continue
            }
            let (option, value) = try Self.option(word, &rest, of: command)
            guard values.updateValue(value, forKey: option.name) == nil else {
                throw UsageError("\(option.name) is given twice")
            }
        }
        for option in command.options where values[option.name] == nil {
            let variable = option.environment.flatMap { environment[$0] }
            values[option.name] = variable.flatMap { $0.isEmpty ? nil : $0 } ?? option.standard
        }
        guard given.count == command.operands.count else {
            throw UsageError(
                given.count < command.operands.count
                    ? "\(command.operands[given.count]) is missing"
                    : "unexpected argument '\(given[command.operands.count])'"
            )
        }
        self.values = values
        operands = Dictionary(uniqueKeysWithValues: zip(command.operands, given))
    }

    private static func option(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        of command: Command
    ) throws -> (Option, String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw UsageError("there is no option \(name)")
        }
        guard option.value != nil else {
            guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
            return (option, "true")
        }
        if parts.count == 2 { return (option, String(parts[1])) }
        guard let value = rest.popFirst() else { throw UsageError("\(name) needs a value") }
        return (option, value)
    }

    /// The value of an option; nil where it has none.
    func text(_ name: String) -> String? { values[name] }

    /// The value of an option that must have one.
    func requiredText(_ name: String) throws -> String {
        guard let value = values[name] else { throw UsageError("\(name) is required") }
        return value
    }

    /// Whether an option without a value was given.
    func isSet(_ name: String) -> Bool { values[name] != nil }

    /// Whether an option without a value holds; its variable may say that it does not.
    func holds(_ name: String) throws -> Bool {
        switch values[name] {
        case nil, "false", "0": return false
        case "true", "1": return true
        case let text?: throw UsageError("\(name) must be true or false, not '\(text)'")
        }
    }

    /// A positional argument; every one the command declares is there.
    func operand(_ name: String) -> String { operands[name] ?? "" }

    /// The value of an option as a whole number in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound),"
                    + " not '\(text)'"
            )
        }
        return number
    }
}
