import HealthModel
import HealthSimulator

/// Compares what a server says about a person with what is expected of it.
struct PersonCheck: Sendable {
    /// What is expected.
    let person: ExpectedPerson
    /// The operator's client.
    let admin: APIClient

    /// Asks for everything and compares.
    ///
    /// - Throws: `CommandError` when the server does not answer, or does not know the person.
    func run() async throws -> CheckTally {
        var tally = CheckTally()
        let series = Dictionary(grouping: person.days) { [$0.type, $0.isRecorded ? "wall" : ""] }
        for (_, days) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            tally.add(try await check(days))
        }
        for uuid in person.gone {
            let isStored = try await admin.isStored(uuid, user: person.user)
            tally.compare(0, isStored ? 1 : 0) { "\(label) sample \(uuid), which is gone" }
        }
        return tally
    }

    /// Compares the days of a type by one kind of clock.
    private func check(_ days: [ExpectedDay]) async throws -> CheckTally {
        guard let first = days.first else { return CheckTally() }
        let range = CheckedRange(of: person, isRecorded: first.isRecorded)
        var tally = CheckTally()
        if first.figures.keys.contains("sum") {
            tally.add(try await checkSums(days, range))
        } else if first.figures.keys.contains("duration") {
            tally.add(try await checkDurations(days, range))
        } else if first.figures.keys.contains("min") {
            tally.add(try await checkExtremes(days, range))
        }
        if !first.isRecorded { tally.add(try await checkCounts(days, range)) }
        return tally
    }

    private func checkSums(
        _ days: [ExpectedDay],
        _ range: CheckedRange
    ) async throws -> CheckTally {
        let type = days[0].type
        var tally = CheckTally()
        let found = try await buckets(of: type, range, "P1D", ["options": "separateBySource"])
        tally.compare(days.count, found.count) { "\(label) \(type): number of days" }
        for (day, bucket) in zip(days, found) {
            tally.compare(day.figures["sum"] ?? nil, bucket.numbers["sum"]) { place(day) }
            for source in Set(day.sources.keys).union(bucket.sources.keys).sorted() {
                tally.compare(day.sources[source], bucket.sources[source]) {
                    "\(place(day)) of \(source) alone"
                }
            }
        }
        let hours = try await buckets(of: type, range, "PT1H")
        let expected = days.flatMap { day in day.hours.indices.map { (day, $0) } }
        tally.compare(expected.count, hours.count) { "\(label) \(type): number of hours" }
        for ((day, hour), bucket) in zip(expected, hours) {
            tally.compare(day.hours[hour], bucket.numbers["sum"]) { "\(place(day)) hour \(hour)" }
        }
        let whole = try await admin.figures(of: type, range.query, user: person.user)
        let sums = days.compactMap { $0.figures["sum"] ?? nil }
        let sum = sums.isEmpty ? nil : sums.reduce(0, +)
        tally.compare(sum, whole.numbers["sum"]) { "\(label) \(type), all days" }
        return tally
    }

    private func checkDurations(
        _ days: [ExpectedDay],
        _ range: CheckedRange
    ) async throws -> CheckTally {
        let type = days[0].type
        var tally = CheckTally()
        let all = try await buckets(of: type, range, "P1D")
        let asleep = try await buckets(
            of: type,
            range,
            "P1D",
            ["value": "asleepCore,asleepDeep,asleepREM"]
        )
        for (name, found) in [("duration", all), ("asleep", asleep)] {
            tally.compare(days.count, found.count) { "\(label) \(type): number of days" }
            for (day, bucket) in zip(days, found) {
                tally.compare(day.figures[name] ?? nil, bucket.numbers["duration"]) {
                    "\(place(day)) \(name)"
                }
            }
        }
        return tally
    }

    private func checkExtremes(
        _ days: [ExpectedDay],
        _ range: CheckedRange
    ) async throws -> CheckTally {
        let type = days[0].type
        var tally = CheckTally()
        let found = try await buckets(of: type, range, "P1D", ["options": "min,max"])
        tally.compare(days.count, found.count) { "\(label) \(type): number of days" }
        for (day, bucket) in zip(days, found) {
            for name in ["min", "max"] {
                tally.compare(day.figures[name] ?? nil, bucket.numbers[name]) {
                    "\(place(day)) \(name)"
                }
            }
        }
        return tally
    }

    private func buckets(
        of type: String,
        _ range: CheckedRange,
        _ interval: String,
        _ options: [String: String] = [:]
    ) async throws -> [APIClient.Figures] {
        let asked = options.map { (name: $0.key, value: String?.some($0.value)) }
        let query =
            range.query + [("interval", interval), ("timeZone", range.zoneName)] + asked
        // A question about recorded zones has its zone already.
        let unique = query.enumerated().filter { index, parameter in
            !query[..<index].contains { $0.name == parameter.name }
        }
        return try await admin.figures(
            ofCollection: type,
            unique.map(\.element),
            user: person.user
        )
    }
}

extension PersonCheck {
    /// More samples than this are counted on one day only.
    private static let listedSamples = 2500

    /// Counts the samples of a type: all of them, or those of the fullest day where they are many.
    private func checkCounts(
        _ days: [ExpectedDay],
        _ range: CheckedRange
    ) async throws -> CheckTally {
        var tally = CheckTally()
        let type = days[0].type
        let total = days.reduce(0) { $0 + $1.count }
        var (start, end) = (range.start, range.end)
        var expected = total
        var words = "all days"
        if total > Self.listedSamples, let day = days.max(by: { $0.count < $1.count }) {
            (start, end) = range.ends(of: day.day)
            expected = day.count
            words = day.day.description
        }
        let found = try await admin.sampleCount(
            of: type,
            from: start,
            to: end,
            user: person.user
        )
        tally.compare(expected, found) { "\(label) \(type) \(words): number of samples" }
        return tally
    }

    /// The person, for people.
    private var label: String { "\(person.name) (\(person.user))" }

    private func place(_ day: ExpectedDay) -> String {
        "\(label) \(day.type) \(day.day)" + (day.isRecorded ? " as recorded" : "")
    }
}
