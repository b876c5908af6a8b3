import HTTPClient
import Postgres

/// Reads of a client without permission to read, about users of whom it may not see much or little.
///
/// Every user is asked the same and gives the same answers: the client's own few samples. How long
/// that takes must not tell how much there is besides.
struct HiddenBench: Sendable {
    /// How much is done.
    let plan: BenchPlan
    /// The server.
    let calls: BenchCalls

    /// The median microseconds of each read, of each subject, one value a repetition.
    private typealias Times = [[HiddenRead: [Double]]]

    /// Measures every read, the subjects in turns.
    func run(_ progress: BenchProgress) throws -> [BenchFigure] {
        try progress.note("bench: hidden, samples")
        let clients = try HiddenClients(calls)
        let amounts = [0] + plan.hidden
        let subjects = try amounts.map { try HiddenSubject($0, clients, plan, calls) }
        // As in any store that is in use: the planner knows the tables, the totals are settled.
        try calls.connection().script("VACUUM ANALYZE")
        var settling = Times(repeating: [:], count: subjects.count)
        for read in HiddenRead.allCases { try measure(read, subjects, count: 5, &settling) }
        var times = Times(repeating: [:], count: subjects.count)
        for repetition in 1...plan.repetitions {
            try progress.note("bench: hidden, repetition \(repetition)")
            for read in HiddenRead.allCases {
                try measure(read, subjects, count: plan.reads, &times)
            }
        }
        return figures(subjects, times)
    }

    /// Reads about one subject after the other, again and again, so that all have the same weather.
    private func measure(
        _ read: HiddenRead,
        _ subjects: [HiddenSubject],
        count: Int,
        _ times: inout Times
    ) throws {
        let clients = try subjects.map { try $0.calls.client() }
        for (subject, client) in zip(subjects, clients) { _ = try time(read, subject, client) }
        var found = [[Double]](repeating: [], count: subjects.count)
        for number in 0..<count {
            // Each follows each, as what was read just before is in the processor's caches.
            for place in subjects.indices {
                let index = (number + place) % subjects.count
                found[index].append(try time(read, subjects[index], clients[index]))
            }
        }
        for index in subjects.indices {
            times[index][read, default: []].append(found[index].median * 1e6)
        }
    }

    private func time(
        _ read: HiddenRead,
        _ subject: HiddenSubject,
        _ client: HTTPClient
    ) throws -> Double {
        let request = read.request(user: subject.user)
        return try seconds {
            let status = try client.send(request).status
            guard status == 200 else {
                throw CommandError("\(request.path) was answered with status \(status)")
            }
        }
    }

    private func figures(_ subjects: [HiddenSubject], _ times: Times) -> [BenchFigure] {
        HiddenRead.allCases.flatMap { read in
            let none = times[0][read] ?? []
            let first = BenchFigure("\(read.name), none hidden, p50", none, "us")
            return [first]
                + zip(subjects, times).dropFirst().map { subject, times in
                    BenchFigure(
                        "\(read.name), \(NumberText.whole(subject.hidden)) hidden, p50",
                        times[read] ?? [],
                        "us",
                        over: "none hidden",
                        none
                    )
                }
        }
    }
}
