import HealthModel
import Testing

/// Cuts a range given as text, and prints the edges in UTC.
func edges(
    _ interval: String,
    anchor: String,
    zone: String,
    from start: String,
    to end: String,
    limit: Int = 1000
) throws -> [String] {
    let partition = CalendarPartition(
        interval: try #require(CalendarInterval(iso8601: interval)),
        anchor: try instant(anchor),
        zone: try #require(Zone(identifier: zone))
    )
    let range = TimeRange(start: try instant(start), end: try instant(end))
    return try partition.edges(covering: range, limit: limit).map { RFC3339.format($0) }
}

/// Reads an instant written in RFC 3339.
func instant(_ text: String) throws -> Instant {
    try #require(RFC3339.parse(text)).instant
}
