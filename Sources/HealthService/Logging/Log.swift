import Foundation
import HealthModel
import JSON

/// Structured logging: one JSON object a line, to a sink that is standard error in production.
///
/// Callers pass facts about a request, never a token, an id of a person or a health value.
package struct Log: Sendable {
    /// How much a line matters.
    package enum Level: String, Sendable {
        case info
        case warning
        case error
    }

    /// A value in a line.
    package enum Value: Sendable {
        case text(String)
        case number(Int)
    }

    private let sink: @Sendable ([UInt8]) -> Void

    /// Makes a log over a sink that takes whole lines.
    package init(sink: @escaping @Sendable ([UInt8]) -> Void) {
        self.sink = sink
    }

    /// The log of the running server.
    package static let standardError = Log { line in
        // One write a line, so that lines of several threads do not mix.
        line.withUnsafeBytes { bytes in
            _ = Foundation.write(2, bytes.baseAddress, bytes.count)
        }
    }

    /// A log that keeps nothing.
    package static let silent = Log { _ in }

    /// Writes a line.
    package func write(_ level: Level, _ event: String, _ members: [(String, Value)] = []) {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.key("time")
        writer.string(Self.timestamp())
        writer.key("level")
        writer.string(level.rawValue)
        writer.key("event")
        writer.string(event)
        for (name, value) in members {
            writer.key(name)
            switch value {
            case .text(let text): writer.string(text)
            case .number(let number): writer.integer(Int64(number))
            }
        }
        writer.endObject()
        sink(writer.bytes + [UInt8(ascii: "\n")])
    }

    private static func timestamp() -> String {
        RFC3339.format(.now)
    }
}
