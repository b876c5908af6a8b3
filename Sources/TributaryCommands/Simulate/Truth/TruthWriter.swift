import Foundation
import HealthModel
import HealthSimulator
import JSON
import Synchronization

/// Writes a truth file: for each person a line about them, then one for each type and day.
final class TruthWriter: Sendable {
    private let file: Mutex<FileHandle>
    private let path: String

    /// Makes the file, which must not exist before.
    ///
    /// - Throws: `CommandError`.
    init(path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError("cannot make \(path): \(String(cString: strerror(errno)))")
        }
        self.path = path
        file = Mutex(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Reckons and writes the truth about a person, whose lines stand together.
    ///
    /// - Throws: `CommandError`.
    func write(_ life: SimulatedLife, seed: UInt64, user: String) throws {
        var lines = JSONWriter(capacity: 1 << 16)
        var days: [UInt8] = []
        let gone = Reckoning(of: life).tell { day in
            lines.removeAll()
            day.write(user: user, to: &lines)
            days += lines.bytes
            days.append(UInt8(ascii: "\n"))
        }
        let person = ExpectedPerson(
            user: user,
            name: life.person.name,
            zone: life.person.home,
            firstDay: CivilDate(daysSince1970: life.days.lowerBound),
            dayCount: life.days.count,
            gone: gone
        )
        lines.removeAll()
        person.writeHead(origin: (seed, life.person.index), to: &lines)
        let text = Data(lines.bytes + [UInt8(ascii: "\n")] + days)
        do {
            try file.withLock { try $0.write(contentsOf: text) }
        } catch {
            throw CommandError("cannot write \(path): \(error.localizedDescription)")
        }
    }
}
