import HealthModel

/// A stored sample, as far as totals depend on it; times are whole seconds since 1970 UTC.
struct Fact: Sendable {
    /// The type.
    let measure: Measure
    /// The gadget it is of, as an index into the person's.
    let gadget: Int
    /// Whether the person typed it in.
    let isTyped: Bool
    /// The first second.
    let start: Int64
    /// The first second after it; equal to `start` for an instant.
    let end: Int64
    /// The offsets of the clock on the wall at start and end, in seconds.
    let offsets: (start: Int64, end: Int64)
    /// The value, in the unit that statistics are answered in.
    let value: Double
    /// When it was recorded, in microseconds.
    let created: Int64
    /// The name of a category value.
    let stage: String

    /// The facts in a draft: one for itself and one for each sample inside.
    static func all(in draft: SampleDraft, gadget: Int) -> [Fact] {
        guard let measure = Measure(identifier: draft.type) else { return [] }
        let own = Fact(draft, measure, gadget)
        guard case .correlation(let objects) = draft.content else { return [own] }
        return [own] + objects.flatMap { all(in: $0, gadget: gadget) }
    }

    private init(_ draft: SampleDraft, _ measure: Measure, _ gadget: Int) {
        self.measure = measure
        self.gadget = gadget
        isTyped = draft.metadata["HKWasUserEntered"] != nil
        start = draft.start.instant.wholeSeconds
        end = draft.end.instant.wholeSeconds
        offsets = (
            Self.offset(of: draft.start, draft.metadata), Self.offset(of: draft.end, draft.metadata)
        )
        created = draft.created?.instant.microseconds ?? 0
        switch draft.content {
        case .quantity(let number, let unit):
            value = number * Measure.factor(of: unit)
            stage = ""
        case .category(.named(let name)):
            value = 0
            stage = name
        default:
            value = 0
            stage = ""
        }
    }

    /// The offset of the zone that is named, else the one that is written.
    private static func offset(
        of time: ZonedInstant,
        _ metadata: [String: MetadataValue]
    ) -> Int64 {
        if case .string(let name)? = metadata["HKTimeZone"], let zone = Zone(identifier: name) {
            return Int64(zone.offsetInSeconds(at: time.instant) / 60 * 60)
        }
        return Int64(time.offsetInMinutes ?? 0) * 60
    }
}
