import HealthModel

/// A sample as read: the draft, and the offset its start was printed with.
struct ReadRecord {
    /// What is passed on.
    var draft: SampleDraft
    /// Minutes east of UTC as printed: the phone's at export, not those of the sample.
    let printedOffsetInMinutes: Int16?
}

/// Why one element is not passed on.
struct SkippedRecord: Error {
    /// The reason it is counted under.
    let reason: SkipReason
    /// The type and what was found instead.
    let detail: String
}

/// Makes drafts out of the attributes of records, correlations and workouts.
struct DraftBuilder {
    /// Device descriptions that could not be read.
    private(set) var unreadableDevices = 0
    /// Creation dates that could not be read.
    private(set) var unreadableCreationDates = 0
    private let attributeBytes: Int
    private var contents = ContentReader()
    private var sources = RecentValues<SourceRevision>()
    private var versions = RecentValues<String>()
    private var devices = RecentValues<Device?>()

    /// Makes a builder that refuses attributes of more than `attributeBytes` bytes.
    init(attributeBytes: Int) {
        self.attributeBytes = attributeBytes
    }

    /// Makes the draft of a record, still without metadata.
    ///
    /// Its times carry no offset: the printed one is the phone's at export. Its identifier is nil,
    /// since exports have none.
    mutating func record(_ attributes: RecordAttributes) throws(SkippedRecord) -> ReadRecord {
        let type = try self.type(attributes.type, attributes, of: "Record")
        let (name, content) = try contents.content(attributes, type: type)
        return try sample(attributes, type: name, content: content)
    }

    /// Makes the draft of a correlation, still without its records and metadata.
    mutating func correlation(_ attributes: RecordAttributes) throws(SkippedRecord) -> ReadRecord {
        let type = try self.type(attributes.type, attributes, of: "Correlation")
        return try sample(attributes, type: type.string, content: .correlation([]))
    }

    /// Makes the draft of a workout, still without what is inside of it.
    mutating func workout(
        _ attributes: RecordAttributes,
        activityType: RawText?
    ) throws(SkippedRecord) -> ReadRecord {
        let activity = try type(activityType, attributes, of: "Workout")
        let workout = WorkoutDraft(activityType: CategoryDraft(printed: activity))
        return try sample(
            attributes,
            type: WorkoutType.identifier,
            content: .workout(workout)
        )
    }

    private func type(
        _ text: RawText?,
        _ attributes: RecordAttributes,
        of element: String
    ) throws(SkippedRecord) -> RawText {
        guard let text, !text.bytes.isEmpty else {
            throw SkippedRecord(reason: .missingType, detail: element)
        }
        guard attributes.longest <= attributeBytes else {
            let detail = "an attribute of \(attributes.longest) bytes"
            throw SkippedRecord(reason: .oversizedAttribute, detail: detail)
        }
        return text
    }

    private mutating func sample(
        _ attributes: RecordAttributes,
        type: String,
        content: DraftContent
    ) throws(SkippedRecord) -> ReadRecord {
        let start = try time(attributes.startDate, "startDate", of: type)
        let end = try time(attributes.endDate, "endDate", of: type)
        let device = self.device(attributes.device)
        let draft = SampleDraft(
            type: type,
            start: ZonedInstant(start.instant, offsetInMinutes: nil),
            end: ZonedInstant(end.instant, offsetInMinutes: nil),
            content: content,
            created: created(attributes.creationDate),
            source: source(attributes, device: device),
            device: device
        )
        return ReadRecord(draft: draft, printedOffsetInMinutes: start.offsetInMinutes)
    }

    private func time(
        _ text: RawText?,
        _ name: StaticString,
        of type: String
    ) throws(SkippedRecord) -> ZonedInstant {
        guard let text, !text.bytes.isEmpty else {
            throw SkippedRecord(reason: .missingDate, detail: "\(type) \(name)")
        }
        guard let time = ExportTime.parse(text.bytes) else {
            throw SkippedRecord(
                reason: .malformedDate,
                detail: "\(type) \(name) \(text.excerpt)"
            )
        }
        return time
    }

    private mutating func created(_ text: RawText?) -> ZonedInstant? {
        guard let text, !text.bytes.isEmpty else { return nil }
        guard let time = ExportTime.parse(text.bytes) else {
            unreadableCreationDates += 1
            return nil
        }
        return ZonedInstant(time.instant, offsetInMinutes: nil)
    }

    private mutating func device(_ text: RawText?) -> Device? {
        guard let text, !text.bytes.isEmpty else { return nil }
        let device = DeviceDescription.stablePart(of: text.bytes).flatMap { bytes in
            devices.value(for: bytes) { DeviceDescription.parse(RawText(bytes: $0).string) }
        }
        if device == nil { unreadableDevices += 1 }
        return device
    }

    private mutating func source(
        _ attributes: RecordAttributes,
        device: Device?
    ) -> SourceRevision {
        let name = attributes.sourceName?.bytes ?? UnsafeBufferPointer(start: nil, count: 0)
        var source = sources.value(for: name) { bytes in
            let name = RawText(bytes: bytes).string
            return SourceRevision(
                bundleIdentifier: SourceName.bundleIdentifier(for: name),
                name: name.isEmpty ? nil : name
            )
        }
        source.version = attributes.sourceVersion.map { version in
            versions.value(for: version.bytes) { RawText(bytes: $0).string }
        }
        source.productType = device?.hardwareVersion
        return source
    }
}

extension RawText {
    /// The text in quotes, cut to a length fit for a message.
    var excerpt: String {
        let head = RawText(bytes: UnsafeBufferPointer(rebasing: bytes.prefix(400))).string
        return "\"\(head.prefix(60))\""
    }
}
