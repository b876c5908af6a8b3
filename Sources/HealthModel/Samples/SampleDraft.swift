/// A value in a sample's metadata dictionary.
package enum MetadataValue: Hashable, Sendable {
    /// Text; dates and quantities that an export prints travel as text too.
    case string(String)
    /// A number, as JSON has it.
    case number(Double)
    /// A truth value.
    case boolean(Bool)
}

/// A quantity sample as a device or an importer writes it, before the server has looked at it.
///
/// Type and unit are text, in the spelling of the writer: only the server decides what they mean.
package struct SampleDraft: Hashable, Sendable {
    /// The sample's own identifier; without one the server derives it from the content.
    package var uuid: SampleID?
    /// The type's identifier, full or short.
    package var type: String
    /// The first instant measured.
    package var start: ZonedInstant
    /// The first instant no longer measured; equal to `start` for a point in time.
    package var end: ZonedInstant
    /// The measured value, in `unit`.
    package var value: Double
    /// The unit's string in HealthKit's grammar.
    package var unit: String
    /// When the device recorded the sample, if it says so.
    package var created: ZonedInstant?
    /// Who recorded it; nil stands for the client that pushes it.
    package var source: SourceRevision?
    /// The hardware it was recorded with.
    package var device: Device?
    /// Everything else, by key; keys are unique.
    package var metadata: [String: MetadataValue]

    /// Makes a draft.
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
        self.uuid = uuid
        self.type = type
        self.start = start
        self.end = end
        self.value = value
        self.unit = unit
        self.created = created
        self.source = source
        self.device = device
        self.metadata = metadata
    }
}
