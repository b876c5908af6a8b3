import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Turns samples on the wire into samples that may be stored, or into reasons why not.
///
/// Good samples are never lost because of bad ones: each is judged by itself. What belongs to one
/// kind of sample is in an extension of its own.
struct SampleDecoder {
    /// The samples that passed.
    private(set) var samples: [NewSample] = []
    /// The rejections of the others, by index.
    private(set) var rejections: [(index: Int, uuid: SampleID?, rejection: SampleRejection)] = []
    /// How many samples there are, good or bad, those inside correlations that passed counted.
    private(set) var total = 0
    /// The sources the samples refer to.
    var sources: SourceTable

    /// Who pushes.
    let access: UserAccess
    /// The bounds that samples are held to.
    let limits: ServiceLimits
    /// The units met so far.
    var converters = UnitConverters()
    private let namespace: UInt128
    private let latestStart: Int64

    /// Starts a batch for a caller at a time; samples without a uuid get one in `namespace`.
    init(access: UserAccess, limits: ServiceLimits, namespace: UInt128, now: Instant) {
        self.access = access
        self.limits = limits
        self.namespace = namespace
        latestStart = now.microseconds + limits.futureToleranceInSeconds * 1_000_000
        var ownBundleIdentifier: String?
        if case .client(let bearer) = access.principal {
            ownBundleIdentifier = bearer.client.bundleIdentifier
        }
        sources = SourceTable(
            user: access.user,
            ownBundleIdentifier: ownBundleIdentifier,
            textLimit: limits.textInBytes
        )
    }

    /// How many samples were decoded, good or bad.
    var count: Int { samples.count + rejections.count }

    /// Reserves room for a batch.
    mutating func reserveCapacity(_ capacity: Int) {
        samples.reserveCapacity(capacity)
    }

    /// Judges the next sample of the batch.
    mutating func decode(_ value: JSONValue) {
        let index = count
        var uuid: SampleID?
        total += 1
        do throws(SampleRejection) {
            let fields = try SampleFields(value)
            uuid = try fields.identifier()
            let sample = try sample(fields, index: index)
            total += sample.members.count
            samples.append(sample)
        } catch {
            rejections.append((index, uuid, error))
        }
    }

    /// Notes a sample that could not even be read.
    mutating func reject(_ rejection: SampleRejection) {
        total += 1
        rejections.append((count, nil, rejection))
    }

    private mutating func sample(
        _ fields: SampleFields,
        index: Int
    ) throws(SampleRejection) -> NewSample {
        let type = try fields.sampleType()
        if case .correlation(let type) = type {
            return try correlation(fields, type, index: index)
        }
        try checkShare(of: type)
        let frame = try frame(fields)
        switch type {
        case .workout: return try workout(fields, frame, index: index)
        default: return try plain(fields, type, frame, index: index)
        }
    }

    /// A sample of the kinds that are a value and nothing more, which correlations can hold.
    mutating func plain(
        _ fields: SampleFields,
        _ type: SampleType,
        _ frame: SampleFrame,
        index: Int
    ) throws(SampleRejection) -> NewSample {
        let value: Double
        switch type {
        case .quantity(let type): value = try quantityValue(fields, type)
        case .category(let type): value = try Self.categoryValue(fields, type)
        case .workout, .correlation:
            throw SampleRejection(.unsupportedType, "type", "Holds more than a value.")
        }
        return try newSample(fields, frame, index: index, typeID: type.id, value: value)
    }
}

/// What samples of every kind share.
extension SampleDecoder {
    /// Insists on the right to save samples of a type.
    func checkShare(of type: SampleType) throws(SampleRejection) {
        switch access.shareStatus(of: type.id) {
        case .sharingAuthorized: return
        case .notDetermined:
            throw SampleRejection(
                .authorizationNotDetermined,
                "type",
                "Nobody decided yet whether this client may save this type."
            )
        case .sharingDenied:
            throw SampleRejection(.sharingDenied, "type", "This client may not save this type.")
        }
    }

    /// Reads what is around the content: times, source, device and metadata.
    ///
    /// Inside a container, what the sample does not have is the container's.
    mutating func frame(
        _ fields: SampleFields,
        in container: (fields: SampleFields, frame: SampleFrame)? = nil
    ) throws(SampleRejection) -> SampleFrame {
        let metadata = try SampleMetadata(fields.metadata, limit: limits.metadataInBytes)
        let zone = metadata?.zone
        let start = try fields.time(fields.start, "start", zone, else: container?.frame.start)
        let end = try fields.time(fields.end, "end", zone, else: container?.frame.end)
        try checkSpan(start.instant, end.instant)
        var created = container?.frame.created
        if let own = fields.created {
            created = try fields.time(own, "created").instant.microseconds
        }
        return SampleFrame(
            start: start,
            end: end,
            created: created,
            metadata: metadata,
            sync: try metadata?.sync(),
            reference: try sources.index(
                source: fields.source ?? container?.fields.source,
                device: fields.device ?? container?.fields.device
            )
        )
    }

    /// Puts a sample together.
    ///
    /// Without a uuid it gets one made from its content: frame, value, and what it holds `beyond`.
    func newSample(
        _ fields: SampleFields,
        _ frame: SampleFrame,
        index: Int,
        typeID: Int16,
        value: Double,
        details: [UInt8]? = nil,
        members: [NewSample] = [],
        beyond: [UInt8]? = nil
    ) throws(SampleRejection) -> NewSample {
        let start = frame.start.instant.microseconds
        let end = frame.end.instant.microseconds
        let id =
            try fields.identifier()
            ?? DerivedIdentifier.sample(
                client: access.client,
                source: sources.keys[frame.reference],
                typeID: typeID,
                start: start,
                end: end,
                value: value,
                metadata: SampleMetadata.identity(of: fields.metadata, beyond: beyond),
                in: namespace
            )
        return NewSample(
            index: index,
            id: id,
            typeID: typeID,
            start: start,
            end: end,
            value: value,
            created: frame.created,
            startOffset: frame.start.offsetInMinutes,
            endOffset: frame.end.offsetInMinutes,
            isUserEntered: frame.metadata?.isUserEntered ?? false,
            reference: frame.reference,
            metadata: frame.metadata?.json,
            sync: frame.sync,
            details: details,
            members: members
        )
    }

    private func checkSpan(_ start: Instant, _ end: Instant) throws(SampleRejection) {
        guard start <= end else {
            throw SampleRejection(.endBeforeStart, "end", "The sample ends before it starts.")
        }
        guard start.microseconds <= latestStart else {
            throw SampleRejection(
                .startInFuture,
                "start",
                "The sample starts more than a day after the server's clock."
            )
        }
        let span = end.microseconds - start.microseconds
        guard span <= limits.longestSpanInDays * 86_400_000_000 else {
            throw SampleRejection(
                .spanTooLong,
                "end",
                "The sample spans more than \(limits.longestSpanInDays) days."
            )
        }
    }
}
