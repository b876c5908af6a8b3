import Foundation
import Synchronization

/// The log of the server under fuzz, looked through as it grows.
final class FuzzLog: Sendable {
    private struct State {
        var offset: UInt64 = 0
        var count = 0
        var tail = ""
        var secrets: Set<String> = []
    }

    /// Beyond this the file is emptied: an hour of lines would fill a disk.
    private static let limitInBytes: UInt64 = 64 * 1024 * 1024

    private let file: String
    private let state = Mutex(State())

    /// A log in a file that the server appends to.
    init(file: String) { self.file = file }

    /// Names what must not be in the log.
    func forbid(_ secret: String) {
        state.withLock { _ = $0.secrets.insert(secret) }
    }

    /// How many lines were looked at.
    var count: Int { state.withLock { $0.count } }

    /// The last lines.
    var tail: String { state.withLock { $0.tail } }

    /// Reads the lines that came since the last time, and reports each that is no line of a log, is
    /// about an error, or tells a secret.
    func check(into run: FuzzRun) {
        state.withLock { state in
            guard let handle = FileHandle(forReadingAtPath: file) else { return }
            // A file that cannot be read has nothing to tell; the count shows it.
            try? handle.seek(toOffset: state.offset)
            let bytes = (try? handle.readToEnd()) ?? Data()
            try? handle.close()
            guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
            for line in bytes[...end].split(separator: UInt8(ascii: "\n")) {
                state.count += 1
                state.tail = String(decoding: line, as: UTF8.self)
                if let fault = Self.fault(in: state.tail, line, secrets: state.secrets) {
                    run.report("\(fault): \(state.tail.prefix(600))")
                }
            }
            state.offset += UInt64(end - bytes.startIndex + 1)
            guard state.offset > Self.limitInBytes else { return }
            // Lines written since the read go unread; each is written whole, so none is torn.
            truncate(file, 0)
            state.offset = 0
        }
    }

    private static func fault(in text: String, _ line: Data, secrets: Set<String>) -> String? {
        let root = try? JSONSerialization.jsonObject(with: line) as? [String: Any]
        guard let root else { return "a line of the log is no object" }
        if root["level"] as? String == "error" { return "the log tells of an error" }
        if let status = root["status"] as? Int, status == 500 { return "a request failed" }
        let isSecret = secrets.contains { text.contains($0) }
        return isSecret ? "the log tells a secret" : nil
    }
}
