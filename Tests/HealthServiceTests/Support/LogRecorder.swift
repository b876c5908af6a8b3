import Synchronization
import Testing

/// Everything a server logged, and what must never be in it.
final class LogRecorder: Sendable {
    private let state = Mutex((lines: [[UInt8]](), forbidden: Set<String>()))

    /// Takes a line.
    func take(_ line: [UInt8]) {
        state.withLock { $0.lines.append(line) }
    }

    /// Names a secret, or an id of a person.
    func forbid(_ text: String) {
        _ = state.withLock { $0.forbidden.insert(text) }
    }

    /// The lines so far, as JSON.
    var lines: [JSONTree] {
        state.withLock { $0.lines }.map { (try? JSONTree(parsing: $0)) ?? .null }
    }

    /// The names of the lines' members.
    private static let members: Set<String> = [
        "time", "level", "event", "requestId", "method", "route", "status", "bytesIn", "bytesOut",
        "microseconds", "error", "webhook",
    ]

    /// What no test lets into a log: names that it makes up for samples.
    private static let neverLogged = ["Geheim", "com.example"]

    /// The value that tests give to samples.
    private static let value = "31337"

    /// Members the server makes up, in whose digits the value may turn up by chance.
    private static let measured: Set<String> = [
        "time", "requestId", "bytesIn", "bytesOut", "microseconds",
    ]

    /// Looks through all lines: each is one JSON object of known members, and none tells a secret.
    func check() {
        let (lines, forbidden) = state.withLock { ($0.lines, $0.forbidden) }
        for line in lines {
            let text = String(decoding: line, as: UTF8.self)
            #expect(text.hasSuffix("}\n") && !text.dropLast().contains("\n"), "a line: \(text)")
            let members = ((try? JSONTree(parsing: line)) ?? .null).members
            let names = Set(members.keys)
            #expect(names.isSubset(of: Self.members) && !names.isEmpty, "members: \(text)")
            for (name, member) in members where !Self.measured.contains(name) {
                #expect(!"\(member)".contains(Self.value), "the log tells a value: \(text)")
            }
            for secret in forbidden.union(Self.neverLogged) where text.contains(secret) {
                Issue.record("the log tells \(secret): \(text)")
            }
        }
    }
}
