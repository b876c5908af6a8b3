package import HealthModel

/// A sample that passed every check: canonical unit, known type, resolved zone.
package struct NewSample: Sendable {
    /// Its place in the request.
    package var index: Int
    /// Its identifier, given or derived.
    package var id: SampleID
    /// The type's number.
    package var typeID: Int16
    /// The first instant measured, in microseconds since 1970 UTC.
    package var start: Int64
    /// The first instant no longer measured; not before `start`.
    package var end: Int64
    /// The value in the type's canonical unit; finite.
    ///
    /// A category's raw value, a workout's duration in seconds, 0 of a correlation.
    package var value: Double
    /// When the device recorded it; nil takes the time of acceptance.
    package var created: Int64?
    /// Minutes east of UTC at `start` in the zone of recording, nil where unknown.
    package var startOffset: Int16?
    /// The same at `end`.
    package var endOffset: Int16?
    /// Whether a person typed it in.
    package var isUserEntered: Bool
    /// Where its source stands in the batch's side table.
    package var reference: Int
    /// Its metadata as JSON text, if it has any.
    package var metadata: [UInt8]?
    /// What decides between versions of it, if its metadata says so.
    package var sync: SyncIdentity?
    /// What a workout has beyond the rest, as JSON text.
    package var details: [UInt8]?
    /// The samples a correlation holds, at least one and none with members of its own; they are
    /// stored with it or not at all.
    package var members: [NewSample]

    /// Makes a sample.
    package init(
        index: Int,
        id: SampleID,
        typeID: Int16,
        start: Int64,
        end: Int64,
        value: Double,
        created: Int64?,
        startOffset: Int16?,
        endOffset: Int16?,
        isUserEntered: Bool,
        reference: Int,
        metadata: [UInt8]?,
        sync: SyncIdentity? = nil,
        details: [UInt8]? = nil,
        members: [NewSample] = []
    ) {
        self.index = index
        self.id = id
        self.typeID = typeID
        self.start = start
        self.end = end
        self.value = value
        self.created = created
        self.startOffset = startOffset
        self.endOffset = endOffset
        self.isUserEntered = isUserEntered
        self.reference = reference
        self.metadata = metadata
        self.sync = sync
        self.details = details
        self.members = members
    }
}

/// What one request wants stored.
package struct NewSamples: Sendable {
    /// The samples, in the order of the request.
    package var samples: [NewSample]
    /// The sources the samples refer to.
    package var references: [SourceReference]
    /// Who saves them.
    package var client: ClientID
    /// Whether one conflict means that nothing is stored.
    package var isAtomic: Bool

    /// Makes a batch.
    package init(
        samples: [NewSample],
        references: [SourceReference],
        client: ClientID,
        isAtomic: Bool
    ) {
        self.samples = samples
        self.references = references
        self.client = client
        self.isAtomic = isAtomic
    }
}

/// What became of a sample of a batch; of a correlation, with all that it holds.
package enum SaveOutcome: Hashable, Sendable {
    /// It is on disk now.
    case stored
    /// It is on disk now, in the place of a version below its own.
    case replaced
    /// It was on disk already: with the same content, or at the same version.
    case duplicate
    /// A version above its own is on disk.
    case ignored
    /// Its identifier is taken by other content.
    case uuidConflict
    /// Its identifier was deleted.
    case deleted
    /// It was good, but the batch is atomic and another sample was not.
    case notStored
}

/// What became of a batch.
package struct SaveResult: Sendable {
    /// One outcome a sample, in the order of the batch.
    package var outcomes: [SaveOutcome]
    /// The user's last position after the batch.
    package var position: Int64
    /// What is kept under the name of the batch, by this save or by an earlier one.
    ///
    /// It is the answer to give: the outcomes are empty where it was kept before.
    package var record: BatchRecord?
}
