import HealthModel

/// Attributes of workouts and of what is inside of them.
extension StartTag {
    /// A number and its unit; nil where there is none, or none that makes sense, which is counted.
    func quantity(_ value: Word, unit: Word, unusable: inout Int) -> QuantityDraft? {
        guard let text = attribute(value), !text.bytes.isEmpty else { return nil }
        guard let number = DecimalNumber.parse(text.bytes),
            let unit = attribute(unit), !unit.bytes.isEmpty
        else {
            unusable += 1
            return nil
        }
        return QuantityDraft(value: number, unit: unit.string)
    }

    /// A length of time in seconds; nil where there is none, or none that makes sense, which is
    /// counted.
    func seconds(_ value: Word, unit: Word, unusable: inout Int) -> Double? {
        guard let length = quantity(value, unit: unit, unusable: &unusable) else { return nil }
        guard let seconds = length.value(in: "s"), (0...Self.longestSeconds).contains(seconds)
        else {
            unusable += 1
            return nil
        }
        return seconds
    }

    /// An instant; nil where there is none that can be read.
    func time(_ word: Word) -> Instant? {
        attribute(word).flatMap { ExportTime.parse($0.bytes) }?.instant
    }

    /// A year, far above any workout: keeps sums of times within their range.
    private static let longestSeconds = 366.0 * 86_400
}

extension Instant {
    /// The instant so many seconds later, to the microsecond.
    func adding(seconds: Double) -> Instant {
        Instant(microseconds: microseconds + Int64((seconds * 1e6).rounded()))
    }
}
