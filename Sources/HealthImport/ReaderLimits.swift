/// The bounds within which an export is read, so that no file can take all memory or time.
package struct ReaderLimits: Hashable, Sendable {
    /// Bytes read and parsed at a time.
    package var chunkBytes: Int
    /// Bytes in which the root element must begin; what precedes it is skipped unparsed.
    package var prologBytes: Int
    /// Bytes of the whole XML text, uncompressed.
    package var totalBytes: Int64
    /// Entries an archive may have.
    package var archiveEntries: Int
    /// How deep elements may be nested; real exports use five levels.
    package var depth: Int
    /// Bytes one attribute of a record may have; longer ones cost the record.
    package var attributeBytes: Int
    /// Metadata entries one sample may have; more cost the sample.
    package var metadataEntries: Int
    /// Bytes of metadata one sample may have, its parts included; more cost the sample.
    package var metadataBytes: Int
    /// Samples one correlation may hold; more cost the correlation, since the server takes no more.
    package var correlationObjects: Int
    /// Events one workout may have; more cost the workout.
    package var workoutEvents: Int
    /// Activities one workout may have; more cost the workout.
    package var workoutActivities: Int
    /// Examples kept for each reason to skip.
    package var examplesPerReason: Int
    /// Different names counted one by one in the report; the others share one count.
    package var distinctNames: Int

    /// Makes limits; those left out have the standard value.
    package init(
        chunkBytes: Int = 128 << 10,
        prologBytes: Int = 1 << 20,
        totalBytes: Int64 = 64 << 30,
        archiveEntries: Int = 100_000,
        depth: Int = 64,
        attributeBytes: Int = 64 << 10,
        metadataEntries: Int = 256,
        metadataBytes: Int = 1 << 20,
        correlationObjects: Int = 256,
        workoutEvents: Int = 10_000,
        workoutActivities: Int = 1000,
        examplesPerReason: Int = 5,
        distinctNames: Int = 2000
    ) {
        self.chunkBytes = max(64, chunkBytes)
        self.prologBytes = prologBytes
        self.totalBytes = totalBytes
        self.archiveEntries = archiveEntries
        self.depth = depth
        self.attributeBytes = attributeBytes
        self.metadataEntries = metadataEntries
        self.metadataBytes = metadataBytes
        self.correlationObjects = correlationObjects
        self.workoutEvents = workoutEvents
        self.workoutActivities = workoutActivities
        self.examplesPerReason = examplesPerReason
        self.distinctNames = distinctNames
    }

    /// What suits real exports: ten years are about 4 GB and seven million records.
    package static let standard = ReaderLimits()
}
