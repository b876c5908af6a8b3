import HealthService
import Postgres
import Synchronization
import TestSupport
import Testing

/// Taking turns at the database.
@Suite("The gate of those who wait for changes", .timeLimit(.minutes(1)))
struct ChangeGateTests {
    /// A task that is inside a gate until it is let go.
    private struct Occupant {
        let task: Task<Void, any Error>
        let release: AsyncStream<Void>.Continuation

        init(_ gate: ChangeGate) async {
            let (entry, entered) = AsyncStream<Void>.makeStream()
            let (end, release) = AsyncStream<Void>.makeStream()
            self.release = release
            task = Task {
                try await gate.pass {
                    entered.finish()
                    for await _ in end {}
                }
            }
            for await _ in entry {}
        }

        func leave() async throws {
            release.finish()
            try await task.value
        }
    }

    @Test("Turns come in the order of arrival, and who was cancelled has left the queue")
    func order() async throws {
        let gate = ChangeGate(limit: 1)
        let first = await Occupant(gate)
        let arrivals = Arrivals()
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<6 {
            tasks.append(Task { try await gate.pass { arrivals.add(number) } })
            try await eventually("it waits") { gate.waiting == number + 1 }
        }
        for number in [0, 3] {
            tasks[number].cancel()
            await #expect(throws: PostgresError.self) { try await tasks[number].value }
        }
        #expect(gate.waiting == 4 && arrivals.numbers.isEmpty)
        try await first.leave()
        for number in [1, 2, 4, 5] { try await tasks[number].value }
        #expect(arrivals.numbers == [1, 2, 4, 5])
        #expect(gate.waiting == 0)
    }

    @Test("So many are inside at once and no more, also after errors and cancellations")
    func limit() async throws {
        let gate = ChangeGate(limit: 3)
        let crowd = Crowd()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try? await gate.pass {
                        crowd.enter()
                        for _ in 0..<5 { await Task.yield() }
                        crowd.leave()
                        if number % 7 == 0 { throw CancellationError() }
                    }
                }
                if number == 200 { group.cancelAll() }
            }
        }
        #expect(crowd.most <= 3)
        // Every place is free again: three get in without waiting.
        var occupants: [Occupant] = []
        for _ in 0..<3 { occupants.append(await Occupant(gate)) }
        let fourth = Task { try await gate.pass {} }
        try await eventually("the fourth waits") { gate.waiting == 1 }
        for occupant in occupants { try await occupant.leave() }
        try await fourth.value
    }
}

/// Who came through, in order.
private final class Arrivals: Sendable {
    private let list = Mutex<[Int]>([])

    var numbers: [Int] { list.withLock { $0 } }

    func add(_ number: Int) {
        list.withLock { $0.append(number) }
    }
}

/// How many are somewhere at once.
private final class Crowd: Sendable {
    private let counts = Mutex((inside: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func enter() {
        counts.withLock { $0 = ($0.inside + 1, max($0.most, $0.inside + 1)) }
    }

    func leave() {
        counts.withLock { $0.inside -= 1 }
    }
}
