import Foundation
import TestSupport
import Testing

extension LifecycleTests {
    @Suite("A device's outbox as a process")
    struct PushProcessTests {
        /// The numbers of a summary in JSON.
        private struct Summary: Decodable {
            struct Samples: Decodable {
                let stored: Int
                let duplicate: Int
            }
            let complete: Bool
            let waiting: Int
            let samples: Samples
        }

        private struct Sum: Decodable { let sum: Double? }

        /// A folder with a server, a person and a directory to push from.
        private struct Stage {
            let folder: TemporaryFolder
            let server: Server
            let person: Person
            let directory: String

            init() async throws {
                folder = try TemporaryFolder()
                server = try await Server.start(in: folder)
                person = try await Person(by: server.admin())
                directory = "\(folder.path)/outbox"
                try FileManager.default.createDirectory(
                    atPath: directory,
                    withIntermediateDirectories: true
                )
                try Data(person.token.utf8).write(
                    to: URL(fileURLWithPath: "\(folder.path)/token")
                )
            }

            /// The words of a push.
            func words(_ more: [String]) -> [String] {
                [
                    "push", directory, "--user", "me", "--server", server.url,
                    "--token-file", "\(folder.path)/token",
                ] + more
            }

            /// Drops a file with so many minutes of steps, one step each.
            func drop(_ minutes: Range<Int>, as name: String) throws {
                let lines = minutes.map { minute in
                    #"{"type":"stepCount","start":"\#(Steps.time(minute))","#
                        + #""end":"\#(Steps.time(minute + 1))","value":1,"unit":"count"}"# + "\n"
                }
                let hidden = "\(directory)/.\(name)"
                try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: hidden))
                guard rename(hidden, "\(directory)/\(name)") == 0 else {
                    throw Unexpected("\(name) is dropped")
                }
            }

            /// How many steps the server has.
            func steps() async throws -> Int {
                let sum: Sum = try await Caller(server.url, token: person.token).read(
                    "GET",
                    "/v1/users/me/statistics/stepCount?start=\(Steps.time(0))"
                        + "&end=\(Steps.time(10_000))"
                )
                return Int(sum.sum ?? 0)
            }
        }

        @Test("A push that is killed again and again sends every sample once")
        func killed() async throws {
            var generator = SeededGenerator()
            print("killed push: seed \(generator.seed)")
            let stage = try await Stage()
            var dropped = 0
            for round in 1...5 {
                let count = Int.random(in: 50...400, using: &generator)
                try stage.drop(dropped..<dropped + count, as: "\(round).ndjson")
                let goal = try await stage.steps() + 1
                dropped += count
                let program = try Program(
                    stage.words(["--watch", "--interval", "1", "--batch", "7"]),
                    in: stage.folder
                )
                try await eventually("some arrive", within: .seconds(60)) {
                    try await stage.steps() >= goal
                }
                // Not to wait for anything: to hit the push anywhere.
                try await Task.sleep(
                    for: .microseconds(Int.random(in: 0...50_000, using: &generator))
                )
                program.signal(SIGKILL)
                #expect(try await program.waitForEnd() == 128 + SIGKILL)
            }
            let last = try Program(stage.words(["--json"]), in: stage.folder)
            #expect(try await last.waitForEnd(within: .seconds(60)) == 0, "\(last.errors)")
            let summary = try JSONDecoder().decode(Summary.self, from: Data(last.output.utf8))
            #expect(summary.complete && summary.waiting == 0 && summary.samples.duplicate == 0)
            #expect(try await stage.steps() == dropped)
            try await verify(stage.server.data, in: stage.folder)
            #expect(try await stage.server.stop() == 0)
        }

        @Test("Where the disk takes no more, a file is not taken, and the next push takes it")
        func fullDisk() async throws {
            let stage = try await Stage()
            try stage.drop(0..<200, as: "1.ndjson")
            // A limit on the size of files: a write fails in the middle, as on a full disk.
            let limit = #"trap '' XFSZ; ulimit -f 4; exec "$0" "$@""#
            let limited = try Program(
                stage.words(["--batch", "1000"]),
                in: stage.folder,
                launcher: ["bash", "-c", limit]
            )
            #expect(try await limited.waitForEnd() == 1)
            #expect(limited.errors.contains(" cannot be written: File too large\n"))
            #expect(limited.output.hasPrefix("0 files taken, 0 batches sent, 0 waiting\n"))
            let queue = try FileManager.default.contentsOfDirectory(
                atPath: "\(stage.directory)/queue"
            )
            #expect(queue == [])
            let whole = try Program(stage.words(["--json"]), in: stage.folder)
            #expect(try await whole.waitForEnd() == 0, "\(whole.errors)")
            #expect(try await stage.steps() == 200)
            #expect(try await stage.server.stop() == 0)
        }

        @Test("A watch outlives its server, and ends well when a signal asks", arguments: [SIGTERM])
        func stopped(number: Int32) async throws {
            let stage = try await Stage()
            try stage.drop(0..<10, as: "1.ndjson")
            let program = try Program(
                stage.words(["--watch", "--interval", "1", "--json"]),
                in: stage.folder
            )
            try await eventually("they arrive", within: .seconds(60)) {
                try await stage.steps() == 10
            }
            try await refuse(
                stage.words([]),
                in: stage.folder,
                with: "tributary push: another process uses the outbox \(stage.directory)"
            )
            #expect(try await stage.server.stop() == 0)
            try stage.drop(10..<20, as: "2.ndjson")
            try await eventually("it waits", within: .seconds(60)) {
                program.errors.hasPrefix("waiting for the server: ")
            }
            program.signal(number)
            #expect(try await program.waitForEnd() == 0)
            let summary = try JSONDecoder().decode(Summary.self, from: Data(program.output.utf8))
            #expect(!summary.complete)
            #expect(summary.waiting == 1)
            #expect(summary.samples.stored == 10)
        }
    }
}
