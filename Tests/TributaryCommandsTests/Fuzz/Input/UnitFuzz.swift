import HealthAPI
import TestSupport

/// Unit strings by a loose grammar, where a unit can be given.
enum UnitFuzz {
    private static let symbols = [
        "g", "m", "s", "min", "hr", "d", "count", "kcal", "cal", "J", "L", "mol<180.15588>", "mol",
        "oz", "lb", "ft", "mi", "degC", "degF", "K", "Pa", "mmHg", "cmAq", "atm", "S", "IU", "V",
        "Hz", "W", "dBASPL", "dBHL", "%", "in", "yd", "st", "fl_oz_us", "pt_us", "cup_us", "rad",
        "deg", "lx", "appleEffortScore", "mol<1e309>", "mol<-1>", "mol<>", "", "\u{b5}g", "1",
    ]
    private static let prefixes = ["", "", "k", "m", "mc", "c", "d", "n", "p", "f", "G", "T", "Z"]
    private static let joints = ["/", "\u{b7}", ".", "*", " ", "//", "(", ")", "^", "-", "^^"]
    private static let powers = [
        "", "", "", "^2", "2", "^-1", "^0", "^99999999999", "^1.5", "^", "^(2)", "^\u{0662}",
    ]

    /// A call with a unit: a query, or a push of a sample.
    static func input(_ cast: FuzzCast, using generator: inout SeededGenerator) -> FuzzInput {
        let unit = unit(depth: 0, using: &generator)
        let kind = generator.one(of: ["stepCount", "bodyMass", "heartRate", "bloodGlucose"])
        if generator.isOnce(in: 2) {
            let range = "start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
            return FuzzInput.request(
                .unit,
                "GET",
                "/v1/users/me/statistics/\(kind)?\(range)&unit=\(PercentEncoding.encode(unit))",
                token: cast.token
            )
        }
        let escaped = unit.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let sample =
            #"{"type":"\#(kind)","start":"2026-11-29T08:00:00Z","#
            + #""end":"2026-11-29T08:10:00Z","value":1,"unit":"\#(escaped)"}"#
        return FuzzInput.request(
            .unit,
            "POST",
            "/v1/users/me/samples",
            token: cast.token,
            fields: ["Content-Type: application/json"],
            body: Array(#"{"samples":[\#(sample)]}"#.utf8)
        )
    }

    private static func unit(depth: Int, using generator: inout SeededGenerator) -> String {
        if depth < 6, generator.isOnce(in: 3) {
            let left = unit(depth: depth + 1, using: &generator)
            let right = unit(depth: depth + 1, using: &generator)
            let joined = left + generator.one(of: joints) + right
            return generator.isOnce(in: 4) ? "(\(joined))" : joined
        }
        if generator.isOnce(in: 60) {
            return String(repeating: generator.one(of: ["(", "m/", "m\u{b7}", "k"]), count: 4000)
        }
        return generator.one(of: prefixes) + generator.one(of: symbols)
            + generator.one(of: powers)
    }
}
