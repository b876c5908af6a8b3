import HealthAPI
import TestSupport

/// Texts that have broken something somewhere, and good ones, so that a call gets past its first
/// check.
enum Nasty {
    /// Texts that are wrong nearly everywhere.
    static let texts = [
        "", " ", "\u{0}", "\u{FFFF}", "\u{202E}", "\u{1F468}\u{200D}\u{1F469}", "-1", "0", "1e400",
        "NaN", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1000", "2",
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "2016-12-31T23:59:60Z", "P9999Y",
        "2026-02-31T00:00:00Z", "' OR 1=1 --", "'; DROP TABLE samples; --", "$1", "%s%n%x", "%00",
        "../../etc/passwd", "\r\nX-Injected: 1", "\u{1B}[2J", "\"}\n{\"level\":\"error\"}", ",,",
        "*", "null", "true", "{}", "[]", "me", String(repeating: "A", count: 5000), "ä", "\u{0301}",
    ]

    /// Texts that are right somewhere.
    static let fitting = [
        "stepCount", "heartRate", "bloodPressure", "sleepAnalysis", "workout", "bodyMass", "food",
        "bloodType", "HKQuantityTypeIdentifierStepCount", "2026-11-29T00:00:00Z",
        "2026-11-29T08:00:00.123456Z", "2026-11-30T00:00:00+05:45", "PT1H", "P1D", "P1M", "P1Y",
        "sum", "sum,mostRecent", "average,min,max", "separateBySource", "duration", "start",
        "end", "-start", "only", "exclude", "count", "count/min", "km", "Europe/Paris", "UTC",
        "recorded", "pending", "asleepCore", "running", "1", "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f",
        "0123456789abcdef", "phone", "iPhone15,2",
    ]

    /// A text of either kind, or bytes at random.
    static func text(using generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...3: generator.one(of: fitting)
        case 4...6: generator.one(of: texts)
        default:
            String(
                decoding: (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                    UInt8.random(in: .min ... .max, using: &generator)
                },
                as: UTF8.self
            )
        }
    }

    /// The path of any route, its parameters filled in with what fits or does not.
    static func path(
        _ pattern: String,
        _ cast: FuzzCast,
        using generator: inout SeededGenerator
    ) -> String {
        pattern.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return String(part) }
            let isWild = generator.isOnce(in: 8)
            switch part {
            case "{user}" where !isWild: return "me"
            case "{type}" where !isWild: return generator.one(of: Array(fitting.prefix(9)))
            case "{client}" where !isWild: return "1"
            case "{userCode}" where !isWild: return cast.userCode
            default: return PercentEncoding.encode(text(using: &generator))
            }
        }.reduce("") { $0 + "/" + $1 }
    }
}
