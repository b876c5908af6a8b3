import HealthAPI
import HealthModel

/// The query of a request, each parameter asked for by name and checked as it is taken.
struct QueryParameters {
    private let values: [String: String]

    /// Takes a decoded query.
    ///
    /// - Throws: `Problem` with `unknownParameter` for a name that is not among `known` (a typing
    ///   mistake must not silently widen an answer) and `invalidParameter` for a repeated one.
    init(_ query: [(name: String, value: String)], known: Set<String>) throws {
        var values: [String: String] = [:]
        for (name, value) in query {
            guard known.contains(name) else {
                let others =
                    known.isEmpty
                    ? "This call has no parameters."
                    : "This call has no such parameter. It has: "
                        + known.sorted().joined(separator: ", ") + "."
                throw Problem(.unknownParameter, others, field: String(name.prefix(64)))
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Problem(.invalidParameter, "The parameter is given twice.", field: name)
            }
        }
        self.values = values
    }

    /// A parameter's text, if it was given.
    func text(_ name: String) -> String? { values[name] }

    /// A parameter's text.
    ///
    /// - Throws: `Problem` with `missingParameter`.
    func requiredText(_ name: String) throws -> String {
        guard let value = values[name] else {
            throw Problem(.missingParameter, "The parameter is required.", field: name)
        }
        return value
    }

    /// The parts of a comma-separated list; nil when it was not given, never an empty part.
    func list(_ name: String) throws -> [String]? {
        guard let text = values[name] else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains("") else {
            throw Problem(.invalidParameter, "The list has an empty entry.", field: name)
        }
        return parts
    }

    /// An RFC 3339 time.
    func time(_ name: String) throws -> ZonedInstant? {
        guard let text = values[name] else { return nil }
        guard let time = RFC3339.parse(text), Instant.supported.contains(time.instant) else {
            throw Problem(
                .invalidParameter,
                "Not an RFC 3339 time with an offset, such as 2026-11-30T08:00:00+01:00"
                    + " (a plus sign in a query may have to be written %2B).",
                field: name
            )
        }
        return time
    }

    /// A wall clock: a time whose offset does not matter.
    func wallClock(_ name: String) throws -> Instant? {
        guard let text = values[name] else { return nil }
        guard let time = RFC3339.parseWallClock(text), Instant.supported.contains(time) else {
            throw Problem(
                .invalidParameter,
                "Not a time such as 2026-11-30T08:00:00.",
                field: name
            )
        }
        return time
    }

    /// A whole number in a range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                .invalidParameter,
                "Not a whole number from \(range.lowerBound) to \(range.upperBound).",
                field: name
            )
        }
        return number
    }

    /// One of a few words.
    func choice<Value>(_ name: String, _ choices: KeyValuePairs<String, Value>) throws -> Value? {
        guard let text = values[name] else { return nil }
        guard let choice = choices.first(where: { $0.key == text }) else {
            throw Problem(
                .invalidParameter,
                "Not one of: " + choices.map(\.key).joined(separator: ", ") + ".",
                field: name
            )
        }
        return choice.value
    }
}
