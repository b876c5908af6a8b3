import HTTPClient
import HealthModel
import JSON

/// Days of steps in half-hour samples over the waking hours: 30 a day, as a phone has.
struct BenchHistory: Sendable {
    /// Days after 1 January 2016.
    let days: Range<Int64>

    /// From 2016 to 2025.
    static let tenYears = BenchHistory(days: 0..<3650)
    /// 2024.
    static let oneYear = BenchHistory(days: 2922..<3288)
    /// May 2024.
    static let oneMonth = BenchHistory(days: 3043..<3074)

    private static let day: Int64 = 86_400_000_000
    /// 1 January 2016.
    private static let start: Int64 = 1_451_606_400_000_000

    /// The bodies of pushes that make up the history, 10,000 samples each.
    func bodies() -> [[UInt8]] {
        let samples = days.flatMap { number in
            (0..<30).map { Self.sample(day: number, piece: $0) }
        }
        return stride(from: 0, to: samples.count, by: 10_000).map { first in
            BenchWorkload.body(Array(samples[first..<min(first + 10_000, samples.count)]))
        }
    }

    private static func sample(day number: Int64, piece: Int64) -> BenchSample {
        let begin = start + number * day + piece * 1_800_000_000 + 25_200_000_000
        return BenchSample(
            uuid: UInt128(number * 100 + piece + 1),
            type: .stepCount,
            start: begin,
            end: begin + 600_000_000,
            value: Double(50 + piece)
        )
    }
}

extension BenchHistory {
    /// A row of a user, by its key: the cheapest call that knows who asks and reads the database.
    static func userRequest(user: String) -> ClientRequest {
        ClientRequest(method: "GET", path: "/v1/users/\(user)", timeout: .seconds(30))
    }

    /// The cheapest call of all: what HTTP itself takes.
    static let aliveRequest = ClientRequest(method: "GET", path: "/livez", timeout: .seconds(30))

    /// Daily totals of the ninth year, in a zone whose days are not UTC's.
    static func yearRequest(user: String) -> ClientRequest {
        request(user: user, from: "2024-01-01T00:00:00%2B01:00", to: "2025-01-01T00:00:00%2B01:00")
    }

    /// Daily totals of the month that all histories hold.
    static func monthRequest(user: String) -> ClientRequest {
        request(user: user, from: "2024-05-01T00:00:00%2B02:00", to: "2024-06-01T00:00:00%2B02:00")
    }

    private static func request(user: String, from start: String, to end: String) -> ClientRequest {
        ClientRequest(
            method: "GET",
            path: "/v1/users/\(user)/statistics/stepCount/collection"
                + "?start=\(start)&end=\(end)&interval=P1D&timeZone=Europe/Paris",
            timeout: .seconds(30)
        )
    }
}
