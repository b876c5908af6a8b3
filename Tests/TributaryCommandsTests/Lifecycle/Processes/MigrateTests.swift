import Foundation
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("The migrate commands")
    struct MigrateTests {
        @Test("An embedded database can be migrated up, down and looked at while no server runs")
        func embedded() async throws {
            let folder = try TemporaryFolder()
            let data = DataFolder(path: "\(folder.path)/data")
            try await PreparedData.provide(data, in: folder)
            let options = ["--data-dir", data.path]
            _ = try await run(["migrate", "down", "--to", "0"] + options, in: folder)
            try await goThroughAll(in: folder, options: options)
            #expect(data.databaseProcesses == [])
        }

        @Test("So can an existing one, and no data directory is made for it")
        func existing() async throws {
            try await withDatabase(migrated: false) { database in
                let folder = try TemporaryFolder()
                let data = "\(folder.path)/data"
                try await goThroughAll(
                    in: folder,
                    options: ["--database-url", database.connectionString, "--data-dir", data]
                )
                #expect(!FileManager.default.fileExists(atPath: data))
            }
        }

        /// Every step there and back; how many there are is the program's to know.
        private func goThroughAll(in folder: TemporaryFolder, options: [String]) async throws {
            let before = try await run(["migrate", "status"] + options, in: folder)
            #expect(before.hasPrefix("0001  pending  initial\n"))
            #expect(!before.contains("applied"))
            let applied = try await run(["migrate", "up"] + options, in: folder)
            #expect(applied.hasPrefix("applied 1 initial\n"))
            #expect(lineCount(applied) == lineCount(before))
            let after = try await run(["migrate", "status"] + options, in: folder)
            #expect(after == before.replacing("pending", with: "applied"))
            #expect(
                try await run(["migrate", "up"] + options, in: folder) == "nothing to apply\n"
            )
            let down = try await run(["migrate", "down", "--to", "0"] + options, in: folder)
            #expect(down == "the database is at version 0\n")
            #expect(try await run(["migrate", "status"] + options, in: folder) == before)
        }

        private func lineCount(_ text: String) -> Int { text.count { $0 == "\n" } }

        /// Runs the program, which must succeed and complain of nothing, and answers its output.
        private func run(_ words: [String], in folder: TemporaryFolder) async throws -> String {
            let program = try Program(words, in: folder)
            #expect(try await program.waitForEnd() == 0)
            #expect(program.errors == "")
            return program.output
        }
    }
}
