import HTTPClient
import HealthModel
import JSON

/// Years of steps in half-hour samples over the waking day: 30 a day, as a phone has.
enum BenchHistory {
    private static let day: Int64 = 86_400_000_000
    /// 1 January 2016.
    private static let start: Int64 = 1_451_606_400_000_000

    /// The bodies of pushes that make up a history, 10,000 samples each.
    static func bodies(years: Int) -> [[UInt8]] {
        let days = Int64(years * 365)
        let samples = (0..<days).flatMap { number in
            (0..<30).map { piece in
                let begin = start + number * day + Int64(piece) * 1_800_000_000 + 25_200_000_000
                return BenchSample(
                    uuid: UInt128(number * 100 + Int64(piece) + 1),
                    type: .stepCount,
                    start: begin,
                    end: begin + 600_000_000,
                    value: Double(50 + piece)
                )
            }
        }
        return stride(from: 0, to: samples.count, by: 10_000).map { first in
            BenchWorkload.body(Array(samples[first..<min(first + 10_000, samples.count)]))
        }
    }

    /// Daily totals of the ninth year, in a zone whose days are not UTC's.
    static func yearRequest(user: String) -> ClientRequest {
        ClientRequest(
            method: "GET",
            path: "/v1/users/\(user)/statistics/stepCount/collection"
                + "?start=2024-01-01T00:00:00%2B01:00&end=2025-01-01T00:00:00%2B01:00"
                + "&interval=P1D&timeZone=Europe/Paris",
            timeout: .seconds(30)
        )
    }
}
