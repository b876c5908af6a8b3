import HTTPClient
import Testing

extension LifecycleTests {
    @Suite("The memory of a push of lines")
    struct StreamMemoryTests {
        @Test("It does not grow with the size of the body")
        func flat() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(in: folder)
            let person = try await Person(by: server.admin())
            // 40 MB, then 200 MB: lines of 4 KB, most of them seen before.
            let small = try await peak(lines: 10_000, on: server, person)
            let large = try await peak(lines: 50_000, on: server, person)
            print("peak of 40 MB: \(small >> 20) MiB, of 200 MB: \(large >> 20) MiB")
            #expect(small > 0)
            #expect(large - small < 15 << 20)
            #expect(try await server.stop() == 0)
        }

        private func peak(lines: Int, on server: Server, _ person: Person) async throws -> Int {
            let stream = LineStream(count: lines, distinct: 1_000, padding: 3_900)
            let answer = try await stream.push(to: server.url, as: person)
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            return highWaterMark(of: server.program.pid)
        }
    }
}
