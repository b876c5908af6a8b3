import Foundation
import HealthSimulator
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("The memory of an import")
    struct ImportMemoryTests {
        @Test("It does not grow with the size of the file")
        func flat() async throws {
            let folder = try TemporaryFolder()
            let small = try await peak(records: 20_000, in: folder)
            let large = try await peak(records: 200_000, in: folder)
            #expect(small > 0)
            // The larger file has about 75 MB more.
            #expect(large - small < 15 << 20)
        }

        /// The most memory that reading an export of so many records took, in bytes.
        private func peak(records: Int, in folder: TemporaryFolder) async throws -> Int {
            let path = "\(folder.path)/export-\(records).xml"
            try write(records: records, to: path)
            // A process of its own: in this one other tests hold memory, too.
            let program = try Program(
                ["import", "apple-health", path, "--user", "me", "--dry-run"],
                in: folder
            )
            var peak = 0
            while program.exitStatus == nil {
                peak = max(peak, highWaterMark(of: program.pid))
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(program.exitStatus == 0, "\(program.errors)")
            return peak
        }

        private func write(records: Int, to path: String) throws {
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try AppleHealthExportGenerator.write(records: records) { piece in
                try file.write(contentsOf: Data(piece))
            }
            try file.close()
        }
    }
}
