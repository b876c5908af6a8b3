import Foundation

/// What was taken of the files that were dropped into an outbox.
package struct IntakeReport: Sendable, Hashable {
    /// The names of the files that are in the queue now.
    package var files: [String] = []
    /// Which files were set aside, whole or for some of their lines, and why.
    package var setAside: [String] = []
}

/// Files that others drop into the directory, by renaming them to a name that ends in `.ndjson` or
/// `.json`.
extension HealthOutbox {
    /// Takes the files that lie in the directory into the queue, in the order of their names.
    ///
    /// A file is first moved under a name with a UUID, from which its batches get theirs: a kill at any
    /// point in between leads to the same batches. What cannot be read is moved to `damaged`.
    ///
    /// - Throws: `disk`, `closed`; what was not taken yet is taken the next time.
    package func takeFiles() throws(OutboxError) -> IntakeReport {
        try checkOpen()
        var report = IntakeReport()
        for name in try taken.names() {
            // Nobody else puts files there, so one of another name was meant for nobody.
            guard let file = TakenFile(claimed: name) else {
                try taken.move(name, to: name, in: damaged)
                continue
            }
            try take(file, &report)
        }
        for name in try root.names() where isDropped(name) {
            let file = TakenFile(dropped: name)
            try root.move(name, to: file.name, in: taken)
            try take(file, &report)
        }
        return report
    }

    /// Whether a file is one to be taken: a regular one that is not hidden.
    private func isDropped(_ name: String) -> Bool {
        guard !name.hasPrefix("."), name.hasSuffix(".ndjson") || name.hasSuffix(".json") else {
            return false
        }
        var status = stat()
        return lstat(root.file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private func take(_ file: TakenFile, _ report: inout IntakeReport) throws(OutboxError) {
        let path = taken.file(file.name)
        var complaint: String?
        do throws(OutboxError) {
            let isDocument = file.name.hasSuffix(".json")
            complaint = try isDocument ? document(path, file) : lines(path, file)
        } catch {
            guard error.code == .damaged else { throw error }
            complaint = error.description
        }
        guard let complaint else {
            try taken.remove(file.name)
            report.files.append(file.original)
            return
        }
        try taken.move(file.name, to: file.name, in: damaged)
        report.setAside.append(
            "\(file.original): \(complaint); it is now \(damaged.file(file.name))"
        )
    }

    /// Queues the lines of a file; answers what is wrong with it.
    private func lines(_ path: String, _ file: TakenFile) throws(OutboxError) -> String? {
        let reader = try LineReader(path, limit: Self.lineLimit)
        var appending = begin(.samples, file.key)
        var (number, complaint) = (0, nil as String?)
        while let line = try reader.next() {
            number += 1
            switch line {
            case .text(let text): try add(text, to: &appending)
            case .tooLong:
                complaint =
                    "line \(number) has more than \(Self.lineLimit) bytes, its other lines are queued"
            }
        }
        _ = try finish(&appending)
        return complaint
    }

    /// Queues what is in a document; answers what is wrong with it.
    private func document(_ path: String, _ file: TakenFile) throws(OutboxError) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size <= Self.documentLimit else {
            return "it has more than \(Self.documentLimit) bytes; as .ndjson it may be of any size"
        }
        let bytes = try ReadableFile.bytes(of: path)
        let document: DroppedDocument
        do {
            document = try DroppedDocument(bytes)
        } catch {
            return "\(error)"
        }
        var appending = begin(document.kind, file.key)
        for line in document.lines { try add(line, to: &appending) }
        _ = try finish(&appending)
        return nil
    }

    /// The bytes of a line, as many as a server takes.
    private static let lineLimit = 8 << 20
    /// The bytes of a document, which is read as a whole.
    private static let documentLimit = 64 << 20
}

/// A dropped file under the name it has while it is taken.
private struct TakenFile {
    /// What the names of its batches are made from.
    let key: BatchName
    /// The name that it was dropped under, shortened where it is very long.
    let original: String

    /// A file that nobody has taken yet.
    init(dropped name: String) {
        key = .random()
        let end = name.hasSuffix(".json") ? "long.json" : "long.ndjson"
        original = name.utf8.count <= 200 ? name : end
    }

    /// A file that was being taken when the process ended.
    init?(claimed name: String) {
        guard let key = BatchName(name.prefix(36)) else { return nil }
        self.key = key
        original = String(name.dropFirst(37))
        guard self.name == name else { return nil }
    }

    /// The name while it is taken.
    var name: String { "\(key)-\(original)" }
}
