import HealthModel
import JSON

/// The body of an answer.
struct APIAnswer: Sendable {
    /// The bytes as they came.
    let bytes: [UInt8]

    /// Parses the body and hands its root to a closure.
    ///
    /// - Throws: `CommandError` when it is no JSON; what the closure throws.
    func read<Answer>(_ body: (JSONValue) throws -> Answer) throws -> Answer {
        do {
            return try JSONParser().parse(bytes, body)
        } catch let error as JSONError {
            throw CommandError("the server's answer cannot be read: \(error)")
        }
    }
}

/// Members of answers that have to be there.
extension JSONValue {
    /// A member that is text.
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw Self.missing(name) }
        return text
    }

    /// A member that is a whole number.
    func count(_ name: String) throws -> Int {
        guard let number = self[name]?.int else { throw Self.missing(name) }
        return Int(number)
    }

    /// A member that is a time.
    func time(_ name: String) throws -> ZonedInstant {
        guard let time = self[name]?.string.flatMap({ RFC3339.parse($0) }) else {
            throw Self.missing(name)
        }
        return time
    }

    private static func missing(_ name: String) -> CommandError {
        CommandError("the server's answer has no '\(name)': is it a Tributary server?")
    }
}
