import Foundation
import HealthSimulator

/// The export that a phone would write after some simulated days.
struct SimulatedExport: Sendable {
    /// The simulated days.
    let week: SimulatedWeek
    /// Where the file is made.
    let path: String

    /// Writes the file and gives the number of samples, those inside of correlations not counted.
    ///
    /// - Throws: `CommandError` when the file exists or cannot be written.
    func write() throws -> Int {
        let samples = week.samples
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError("cannot make \(path): \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try SampleExport.write(samples) { try file.write(contentsOf: Data($0)) }
            try file.close()
        } catch {
            throw CommandError("cannot write \(path): \(error.localizedDescription)")
        }
        return samples.count
    }
}
