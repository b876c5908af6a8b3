import Foundation
import HealthSimulator
import JSON

/// Reads a truth file person by person, so that memory does not grow with the number of people.
struct TruthReader {
    private let file: FileHandle
    private var buffer = Data()
    private var isAtEnd = false
    private let parser = JSONParser()
    /// The person whose line came last, and whose days follow.
    private var current: ExpectedPerson?

    /// Opens a file.
    ///
    /// - Throws: `CommandError`.
    init(path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandError("the truth file \(path) cannot be read")
        }
        self.file = file
    }

    /// The next person; nil after the last.
    ///
    /// - Throws: `CommandError` for a file that is none of this kind.
    mutating func next() throws -> ExpectedPerson? {
        while let line = try nextLine() {
            switch try read(line) {
            case .person(let person):
                defer { current = person }
                if let current { return current }
            case .day(let day):
                guard current != nil else {
                    throw CommandError("the truth file has a day before the first person")
                }
                current?.days.append(day)
            }
        }
        defer { current = nil }
        return current
    }

    /// What a line is about.
    private enum Line {
        case person(ExpectedPerson)
        case day(ExpectedDay)
    }

    private func read(_ line: Data) throws -> Line {
        do {
            return try parser.parse(line) { root in
                if let person = try ExpectedPerson(head: root) { return .person(person) }
                return .day(try ExpectedDay(line: root))
            }
        } catch let error as JSONError {
            throw CommandError("the truth file cannot be read: \(error)")
        }
    }

    private mutating func nextLine() throws -> Data? {
        var searched = buffer.startIndex
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = buffer[buffer.index(after: end)...] }
                return buffer[..<end]
            }
            searched = buffer.endIndex
            guard let more = try file.read(upToCount: 1 << 20), !more.isEmpty else { break }
            // Copied, so that what was read before is let go.
            let rest = buffer.count
            let position = searched - buffer.startIndex
            buffer = Data(buffer) + more
            searched = buffer.startIndex + min(position, rest)
        }
        defer { buffer = Data() }
        return buffer.isEmpty ? nil : buffer
    }
}
