import Synchronization
import TestSupport

/// Kills and restarts while the writers are at work.
struct SoakFaults {
    /// What is done to the processes.
    enum Fault: CaseIterable, Sendable {
        case serverKill
        case postmasterKill
        case backendKill
        case restart
    }

    private let server: SoakServer
    private let run: SoakRun
    private var random: SeededGenerator
    private let longestPause: Int
    private let isShort: Bool
    private var deck: [Fault] = []

    /// Faults of a seed; the pauses between them are longer in a longer soak.
    init(_ server: SoakServer, _ run: SoakRun, _ settings: SoakSettings) {
        let random = settings.generator(.faults)
        isShort = settings.load < .seconds(60)
        longestPause = max(2500, min(8000, Int(settings.load.components.seconds) * 100))
        self.server = server
        self.run = run
        self.random = random
    }

    /// Goes on until the time is up: each kind of fault once in random order, and again.
    mutating func carryOn(until end: ContinuousClock.Instant) async throws {
        while ContinuousClock.now < end {
            let pause = Duration.milliseconds(Int.random(in: 100...longestPause, using: &random))
            try await Task.sleep(for: min(pause, max(.zero, end - .now)))
            if ContinuousClock.now >= end { return }
            // Not to wait for anything: to hit requests at any point.
            let moment = Duration.microseconds(Int.random(in: 0...20_000, using: &random))
            try await eventually("a writer is at work", within: .seconds(60)) {
                run.underWay.load(ordering: .relaxed) > 0
            }
            try await Task.sleep(for: moment)
            try await next()
        }
    }

    /// Does the next thing; sometimes while the database still comes back from the last.
    ///
    /// A short soak never does so: PostgreSQL may hang when it is told to end while it recovers,
    /// and is then given half a minute.
    private mutating func next() async throws {
        let isPatient = Int.random(in: 0..<3, using: &random) > 0
        if isPatient || isShort { try await server.waitUntilReady() }
        if deck.isEmpty { deck = Fault.allCases.shuffled(using: &random) }
        switch deck.removeLast() {
        case .serverKill: try await server.killServer()
        case .postmasterKill: try await server.killPostmaster()
        case .backendKill: try server.killBackend(using: &random)
        case .restart: try await server.restart()
        }
    }
}
