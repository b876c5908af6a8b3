import Foundation
import TestSupport

/// A fuzz run: a server as a process of its own, lanes that send to it, and who looks after it.
struct Fuzz {
    private let settings: FuzzSettings
    private let run = FuzzRun()

    /// A run of some settings.
    init(_ settings: FuzzSettings) { self.settings = settings }

    /// Carries it out, ends the server and answers what was found.
    func carryOut() async throws -> [String] {
        print("fuzz: \(settings.time), TRIBUTARY_FUZZ_SEED=\(settings.seed)")
        let folder = try TemporaryFolder()
        // Whoever is refused for coming too often gets no further into the code.
        let limits = ["requests", "samples", "failures", "pages", "codes"]
            .flatMap { ["--rate-limit-\($0)", "0"] }
        let server = try await Server.start(in: folder, options: limits)
        let log = FuzzLog(file: server.program.errorFile)
        try await send(to: server, log)
        await look(after: server, log)
        if server.program.exitStatus == nil, try await server.stop() != 0 {
            run.report("the server stops in order")
        }
        log.check(into: run)
        print("fuzz: \(run.summary); \(log.count) log lines, \(run.faults.count) faults")
        return run.faults
    }

    private func send(to server: Server, _ log: FuzzLog) async throws {
        let deadline = ContinuousClock.now + settings.time
        let admin = try server.admin()
        log.forbid(try server.data.adminToken())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<settings.lanes {
                group.addTask {
                    var lane = FuzzLane(
                        number: number,
                        generator: settings.generator(lane: number),
                        server: server,
                        admin: admin,
                        log: log,
                        run: run
                    )
                    await lane.send(until: deadline)
                }
            }
            group.addTask {
                while ContinuousClock.now < deadline, !run.isOver {
                    // Cancellation only makes the last look come sooner.
                    try? await Task.sleep(for: .seconds(1))
                    await look(after: server, log)
                }
            }
        }
    }

    /// Reports a server that has ended or answers nobody, and what its log tells.
    private func look(after server: Server, _ log: FuzzLog) async {
        if let status = server.program.exitStatus {
            run.report("the server ended with \(status): \(log.tail)")
            return
        }
        log.check(into: run)
        let port = URL(string: server.url)?.port.flatMap { UInt16(exactly: $0) } ?? 0
        let probe = Array("GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
        let answer = await FuzzExchange.carryOut(probe, port: port, within: 30)
        if answer.status != 200 { run.report("/livez answers: \(answer.status ?? 0)") }
    }
}
