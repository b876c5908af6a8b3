import CSpawn
import Foundation

/// A pipe from a program that we start to us; both ends are closed with the value.
package final class ChildPipe {
    private let reading: Int32
    private var writing: Int32

    /// Makes a pipe of which children inherit nothing but what they are given.
    ///
    /// - Throws: `SpawnError` when no more files can be opened.
    package init() throws(SpawnError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else {
            throw SpawnError(program: "a pipe", reason: String(cString: strerror(errno)))
        }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        closeWriter()
        close(reading)
    }

    /// The end that a child writes to; it stays open here until something is read.
    package var writer: ChildSetting.Stream { .descriptor(writing) }

    /// Waits for what the child writes next; empty once it has ended or closed its end.
    package func read() -> [UInt8] {
        closeWriter()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(reading, &bytes, bytes.count)
            if count >= 0 { return Array(bytes.prefix(count)) }
            if errno != EINTR { return [] }
        }
    }

    /// Waits until the child has ended or closed its end; answers all that it wrote until then.
    package func readToEnd() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let next = read()
            if next.isEmpty { return bytes }
            bytes += next
        }
    }

    /// Closes our copy of the child's end, without which the end would never be seen.
    private func closeWriter() {
        guard writing >= 0 else { return }
        close(writing)
        writing = -1
    }
}
