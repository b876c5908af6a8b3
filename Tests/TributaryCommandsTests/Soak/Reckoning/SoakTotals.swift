import Foundation
import HTTPClient
import HealthModel
import MergeEngine
import MergeOracle

/// Compares a user's totals, by day and by hour in Berlin, with what the slow oracle says.
struct SoakTotals {
    let run: SoakRun
    let admin: Caller
    let user: String
    /// What is stored, by key.
    let samples: [Int64: SoakSample]
    /// Every order of sources that was set.
    let orders: [SoakType: [(order: SoakOrder, isCertain: Bool)]]

    private static let hour: Int64 = 3_600_000_000

    /// Compares everything that is merged, added up or counted as time.
    func check() async throws {
        for type in SoakType.ranked + [.water] {
            let order = try await order(of: type)
            let ranked = samples.values.filter { $0.facts.type == type }
                .compactMap { sample in order.rank(of: sample).map { merged(sample, $0) } }
            guard let last = ranked.map(\.end).max() else { continue }
            let days = Self.midnights(until: last)
            let hours = Array(
                stride(from: days[0], through: days[days.count - 1], by: Int(Self.hour))
            )
            let expected = hourTotals(ranked, type, hours)
            let hourly = try await totals(of: type, hours, "PT1H")
            compare(hourly, with: expected, "hour", of: type, hours)
            let daily = try await totals(of: type, days, "P1D")
            let sums = zip(days, days.dropFirst()).map { from, to in
                let inside = zip(hours, expected).filter { from <= $0.0 && $0.0 < to }
                let known = inside.compactMap(\.1)
                return known.isEmpty ? nil : known.reduce(0, +)
            }
            compare(daily, with: sums, "day", of: type, days)
        }
    }

    private func merged(_ sample: SoakSample, _ rank: Int32) -> MergeSample {
        MergeSample(
            start: sample.facts.start,
            end: sample.facts.end,
            value: sample.facts.value,
            recorded: sample.key,
            id: SampleID(bits: UInt128(sample.key)),
            rank: rank
        )
    }

    /// Each hour by the oracle, which is asked about the samples that touch it.
    private func hourTotals(
        _ samples: [MergeSample],
        _ type: SoakType,
        _ hours: [Int64]
    ) -> [Double?] {
        var touching: [Int: [MergeSample]] = [:]
        for sample in samples {
            let first = Int((sample.start - hours[0]) / Self.hour)
            let last = Int((max(sample.start, sample.end - 1) - hours[0]) / Self.hour)
            for index in first...last { touching[index, default: []].append(sample) }
        }
        return hours.dropLast().indices.map { index in
            let oracle = Oracle(samples: touching[index] ?? [])
            let (from, to) = (hours[index], hours[index] + Self.hour)
            return switch type {
            case .water: oracle.plainSum(from, to)
            case .sleep: oracle.duration(from, to).map { Double($0) / 1_000_000 }
            default: oracle.sum(from, to)
            }
        }
    }

    private func compare(
        _ totals: [Double?],
        with expected: [Double?],
        _ unit: String,
        of type: SoakType,
        _ edges: [Int64]
    ) {
        if totals.count != expected.count {
            run.differ("\(type): \(totals.count) totals by \(unit), not \(expected.count)")
        }
        for (index, (total, truth)) in zip(totals, expected).enumerated() {
            let isSame: Bool
            if let total, let truth {
                isSame = abs(total - truth) <= 1e-9 * max(1, abs(truth))
            } else {
                isSame = total == nil && truth == nil
            }
            if isSame { continue }
            let start = soakTime(edges[index])
            run.differ("\(type): the \(unit) from \(start) is \(total as Any), not \(truth as Any)")
        }
    }

    private func totals(
        of type: SoakType,
        _ edges: [Int64],
        _ interval: String
    ) async throws -> [Double?] {
        struct Bucket: Decodable {
            let start: String
            let sum: Double?
            let duration: Double?
        }
        struct Answer: Decodable { let buckets: [Bucket] }
        let answer: Answer = try await admin.read(
            "GET",
            "/v1/users/\(user)/statistics/\(type.rawValue)/collection?start=\(soakTime(edges[0]))"
                + "&end=\(soakTime(edges[edges.count - 1]))&interval=\(interval)"
                + "&timeZone=Europe/Berlin"
        )
        let starts = answer.buckets.map { RFC3339.parse($0.start)?.instant.microseconds }
        if starts != edges.dropLast().map({ $0 }) {
            run.differ("\(type): wrong \(interval) buckets")
        }
        return answer.buckets.map { $0.sum ?? $0.duration }
    }

    /// The order that the server has, which must be the last that was set.
    private func order(of type: SoakType) async throws -> SoakOrder {
        struct Answer: Decodable {
            let order: [String]
            let disabled: [String]
        }
        let sources = try await admin.send("GET", "/v1/users/\(user)/sources")
        let ids = try SourceList.ids(in: sources.body)
        let names = Dictionary(uniqueKeysWithValues: ids.map { ($0.value, $0.key) })
        let path = "/v1/users/\(user)/sources/order/\(type.rawValue)"
        let answer: Answer = try await admin.read("GET", path)
        let found = SoakOrder(
            order: answer.order.compactMap { names[$0] },
            disabled: answer.disabled.compactMap { names[$0] }
        )
        let set = orders[type] ?? []
        // One whose answer was lost may have been carried out late, over a later one.
        let possible = [set.last?.order ?? SoakOrder()] + set.filter { !$0.isCertain }.map(\.order)
        if !possible.contains(found) { run.differ("\(type): the order is \(found)") }
        return found
    }

    /// The midnights in Berlin around all samples, in microseconds.
    private static func midnights(until end: Int64) -> [Int64] {
        var calendar = Foundation.Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        let first = Date(timeIntervalSince1970: Double(SampleMaker.origin) / 1e6)
        var midnights: [Int64] = []
        var day = calendar.startOfDay(for: first)
        while (midnights.last ?? 0) <= end {
            midnights.append(Int64(day.timeIntervalSince1970) * 1_000_000)
            day = calendar.date(byAdding: .day, value: 1, to: day) ?? .distantFuture
        }
        return midnights
    }
}
