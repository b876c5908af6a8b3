import Foundation

/// The file that the server's output goes to.
///
/// It begins anew at each start, and at a restart once it has grown; one old file is kept.
struct ServerLog: Sendable {
    /// The file.
    let path: String
    /// The size beyond which a restart begins a new file.
    static let bound = 16 << 20

    /// Begins a new file if the present one is larger than `limit` bytes.
    func rotate(above limit: Int = 0) {
        guard size > limit else { return }
        // If this fails the server simply goes on in the old file.
        _ = rename(path, "\(path).1")
    }

    /// The size in bytes; 0 when there is no file.
    var size: Int { fileStatus(path).map { Int($0.st_size) } ?? 0 }

    /// What was written from `offset` on, at most the last 64 KiB of it.
    func text(from offset: Int) -> String {
        guard let file = FileHandle(forReadingAtPath: path) else { return "" }
        do {
            let start = max(offset, size - 64 * 1024)
            try file.seek(toOffset: UInt64(max(0, start)))
            return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        } catch {
            return ""
        }
    }
}

/// The line that says most about a failure: the first fatal one, else the last one.
func tellingLine(of text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
        line.trimmingCharacters(in: .whitespaces)
    }
    let marks = ["PANIC:", "FATAL:", "error:", "ERROR:"]
    let fatal = marks.lazy.compactMap { mark in lines.first { $0.contains(mark) } }.first
    return fatal ?? lines.last { !$0.isEmpty } ?? "(it printed nothing)"
}

/// Recognises the failures that a person can do something about in what a program printed.
///
/// - Parameter otherwise: makes the error for everything else from the telling line.
func failure(
    in text: String,
    _ directory: DataDirectory,
    otherwise: (String) -> EmbeddedPostgresError
) -> EmbeddedPostgresError {
    let line = tellingLine(of: text)
    if text.contains("No space left on device") { return .diskFull(path: directory.root) }
    if text.contains("Address already in use") { return .socketOccupied(path: directory.socket) }
    if line.contains("lock file \"postmaster.pid\" already exists") {
        let process = PostmasterFile.read(cluster: directory.cluster)?.process
        return .inUse(path: directory.root, process: process)
    }
    return otherwise(line)
}
