/// Times in SQL: microseconds since 1970 outside, `timestamptz` inside, both exact.
enum SQLTime {
    /// The microseconds of a column.
    static func microseconds(_ column: String) -> String {
        "(extract(epoch FROM \(column)) * 1000000)::bigint"
    }

    /// The time of a parameter in microseconds.
    ///
    /// Seconds and microseconds apart: both are exact as the doubles that time arithmetic takes.
    static func timestamp(_ parameter: String) -> String {
        "to_timestamp(\(parameter)::bigint / 1000000)"
            + " + (\(parameter) % 1000000) * interval '1 microsecond'"
    }
}
