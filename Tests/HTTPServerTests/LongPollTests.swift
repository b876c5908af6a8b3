import Foundation
import HTTPServer
import TestSupport
import Testing

/// The files a process may have open.
private let fileLimit: Int = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(limit.rlim_cur)
}()

@Suite("A long poll", .offPool, .timeLimit(.minutes(2)))
struct LongPollTests {
    /// Waits for `/poll` until cancelled or woken, and tells which.
    private static func polling(_ latch: Latch) -> TestHandler {
        var handler = TestHandler()
        handler.admission = { head in
            head.path == "/poll" ? .bodyLimit(0, inflated: 0, isLongPoll: true) : nil
        }
        handler.answer = { request in
            guard request.head.path == "/poll" else { return echo(request) }
            latch.open()
            await latch.wait()
            do { try await Task.sleep(for: .seconds(3600)) } catch {}
            return HTTPResponse(status: 200, body: Array("cancelled".utf8))
        }
        return handler
    }

    @Test("whose client has gone is cancelled and reported")
    func disconnect() async throws {
        let latch = Latch()
        let handler = Self.polling(latch)
        let records = handler.records
        try await withServer(handler) { port in
            let client = try await offPool { try Client(port, get("/poll")) }
            await latch.arrivals(1)
            try await offPool { client.connection.endSending() }
            var iterator = records.makeAsyncIterator()
            #expect(await iterator.next()?.status == 499)
        }
    }

    @Test("is answered when the server begins to stop")
    func draining() async throws {
        let latch = Latch()
        let server = HTTPServer(HTTPServerConfiguration(), handler: Self.polling(latch))
        let port = try server.start()
        let client = try await offPool { try Client(port, get("/poll")) }
        await latch.arrivals(1)
        await server.stop(drainingFor: .seconds(3600))
        let answer = try await offPool { try client.connection.answer() }
        #expect(answer.text == "cancelled")
    }

    @Test("may last longer than a connection may be silent, and than a request may take")
    func duration() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.idleTimeout = .seconds(1)
        configuration.requestDeadline = .milliseconds(300)
        configuration.streamStallLimit = .milliseconds(300)
        var handler = TestHandler()
        handler.admission = { _ in .bodyLimit(0, inflated: 0, isLongPoll: true) }
        handler.answer = { request in
            try? await Task.sleep(for: .milliseconds(2500))
            return HTTPResponse(status: 200, body: [Task.isCancelled ? 0x6E : 0x79])
        }
        try await withServer(handler, configuration) { port in
            let answer = try await offPool { try Client(port, get("/")).connection.answer() }
            #expect(answer.text == "y")
        }
    }

    @Test(
        "costs no thread, and thousands are let go when their clients leave",
        .enabled(if: fileLimit >= 6000, "needs a limit of 6,000 open files")
    )
    func thousands() async throws {
        let count = 2000
        var configuration = HTTPServerConfiguration()
        configuration.connectionLimit = count + 100
        configuration.requestsInFlightLimit = 1
        let arrivals = Latch()
        var handler = TestHandler()
        handler.admission = { head in
            head.path == "/poll" ? .bodyLimit(0, inflated: 0, isLongPoll: true) : nil
        }
        handler.answer = { request in
            guard request.head.path == "/poll" else { return echo(request) }
            async let arrived: Void = arrivals.wait()
            try? await Task.sleep(for: .seconds(3600))
            await arrived
            return echo(request)
        }
        let records = handler.records
        try await withServer(handler, configuration) { port in
            let before = usage()
            let clients = try await offPool {
                try (0..<count).map { _ in try Client(port, get("/poll")) }
            }
            await arrivals.arrivals(count)
            let waiting = usage()
            // Other tests have threads of their own, but not that many.
            #expect(waiting.threads - before.threads < count / 4)
            print("\(count) long polls: \((waiting.kilobytes - before.kilobytes) / count) KiB each")
            let answer = try await offPool { try Client(port, get("/")).connection.answer() }
            #expect(answer.status == 200)
            arrivals.open()
            for client in clients { client.connection.endSending() }
            var iterator = records.makeAsyncIterator()
            var gone = 0
            while gone < count, let record = await iterator.next() {
                if record.status == 499 { gone += 1 }
            }
            #expect(gone == count)
        }
    }
}

/// The threads and the resident memory of this process.
private func usage() -> (threads: Int, kilobytes: Int) {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func number(_ name: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
    return (number("Threads:"), number("VmRSS:"))
}
