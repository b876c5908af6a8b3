import Foundation
import HealthSimulator

/// An export as a phone would write it.
struct SimulatedExport: Sendable {
    /// What is in it.
    enum Content: Sendable {
        /// The samples of some simulated days.
        case days(SimulatedWeek)
        /// So many made-up records, of no person that could be: for measurements.
        case records(Int, seed: UInt64)
    }

    /// What is in it.
    let content: Content
    /// Where the file is made.
    let path: String

    /// Writes the file and gives the number of samples, those inside of correlations not counted.
    ///
    /// - Throws: `CommandError` when the file exists or cannot be written.
    func write() throws -> Int {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError("cannot make \(path): \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let count = try write { try file.write(contentsOf: Data($0)) }
            try file.close()
            return count
        } catch {
            throw CommandError("cannot write \(path): \(error.localizedDescription)")
        }
    }

    private func write(to output: ([UInt8]) throws -> Void) rethrows -> Int {
        switch content {
        case .days(let week):
            let samples = week.samples
            try SampleExport.write(samples, to: output)
            return samples.count
        case .records(let count, let seed):
            try AppleHealthExportGenerator.write(records: count, seed: seed, to: output)
            return count
        }
    }
}
