import Foundation

/// The writers and readers of a soak, each on a thread of its own.
struct SoakCrew: Sendable {
    /// How many writers there are.
    static let writers = 8

    private let settings: SoakSettings
    private let run: SoakRun
    private let cast: SoakCast
    private let lines: [String]

    /// A crew whose lines are those of the writers, of the readers, and of who asks for totals.
    init(_ settings: SoakSettings, _ run: SoakRun, _ cast: SoakCast, _ lines: [String]) {
        self.settings = settings
        self.run = run
        self.cast = cast
        self.lines = lines
    }

    /// Lets all writers write; answers what they know, by number.
    func write() async throws -> [WriterLedger] {
        try await each(Self.writers) { number in
            var writer = try SoakWriter(
                WriterRole(number: number),
                run,
                cast,
                url: lines[number],
                settings.generator(.writer, number)
            )
            return writer.write(pausing: settings.pause)
        }
    }

    /// Lets all readers read; answers what they hold, in the order of their roles.
    func read() async throws -> [ReaderView] {
        try await each(SoakReader.roles.count) { number in
            var reader = try SoakReader(
                SoakReader.roles[number],
                run,
                cast,
                url: lines[Self.writers + number],
                settings.generator(.reader, number)
            )
            return reader.read()
        }
    }

    /// Asks for totals until the load is over.
    func askForTotals() async throws {
        let number = SoakReader.roles.count
        try await onThread {
            var reader = try TotalsReader(
                run,
                cast,
                url: lines[Self.writers + number],
                settings.generator(.reader, number)
            )
            reader.read()
        }
    }

    private func each<Answer: Sendable>(
        _ count: Int,
        _ body: @escaping @Sendable (Int) throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for number in 0..<count {
                group.addTask { (number, try await onThread { try body(number) }) }
            }
            var answers = [Answer?](repeating: nil, count: count)
            for try await (number, answer) in group { answers[number] = answer }
            return answers.compactMap(\.self)
        }
    }
}

/// Runs what blocks on a thread of its own.
private func onThread<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
