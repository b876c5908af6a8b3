/// A sample as a device or an importer writes it, before the server has looked at it.
///
/// Type, units and names are text, in the spelling of the writer: only the server decides what they
/// mean, and whether type and content are of one kind.
package struct SampleDraft: Hashable, Sendable {
    /// The sample's own identifier; without one the server derives it from the content.
    package var uuid: SampleID?
    /// The type's identifier, full or short.
    package var type: String
    /// The first instant measured.
    package var start: ZonedInstant
    /// The first instant no longer measured; equal to `start` for a point in time.
    package var end: ZonedInstant
    /// What was measured.
    package var content: DraftContent
    /// When the device recorded the sample, if it says so.
    package var created: ZonedInstant?
    /// Who recorded it; nil stands for the client that pushes it.
    package var source: SourceRevision?
    /// The hardware it was recorded with.
    package var device: Device?
    /// Everything else, by key; keys are unique.
    package var metadata: [String: MetadataValue]

    /// Makes a draft of any kind.
    package init(
        uuid: SampleID? = nil,
        type: String,
        start: ZonedInstant,
        end: ZonedInstant,
        content: DraftContent,
        created: ZonedInstant? = nil,
        source: SourceRevision? = nil,
        device: Device? = nil,
        metadata: [String: MetadataValue] = [:]
    ) {
        self.uuid = uuid
        self.type = type
        self.start = start
        self.end = end
        self.content = content
        self.created = created
        self.source = source
        self.device = device
        self.metadata = metadata
    }
}

/// Quantities, which most samples are.
extension SampleDraft {
    /// Makes a draft of a quantity sample.
    package init(
        uuid: SampleID? = nil,
        type: String,
        start: ZonedInstant,
        end: ZonedInstant,
        value: Double,
        unit: String,
        created: ZonedInstant? = nil,
        source: SourceRevision? = nil,
        device: Device? = nil,
        metadata: [String: MetadataValue] = [:]
    ) {
        self.init(
            uuid: uuid,
            type: type,
            start: start,
            end: end,
            content: .quantity(value: value, unit: unit),
            created: created,
            source: source,
            device: device,
            metadata: metadata
        )
    }

    /// Value and unit of a quantity sample; nil of every other kind.
    package var quantity: QuantityDraft? {
        guard case .quantity(let value, let unit) = content else { return nil }
        return QuantityDraft(value: value, unit: unit)
    }
}
