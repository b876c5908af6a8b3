import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Turns samples on the wire into samples that may be stored, or into reasons why not.
///
/// Good samples are never lost because of bad ones: each is judged by itself.
struct SampleDecoder {
    /// The samples that passed.
    private(set) var samples: [NewSample] = []
    /// The rejections of the others, by index.
    private(set) var rejections: [(index: Int, uuid: SampleID?, rejection: SampleRejection)] = []
    /// The sources the samples refer to.
    private(set) var sources: SourceTable

    private let access: UserAccess
    private let limits: ServiceLimits
    private let namespace: UInt128
    private let latestStart: Int64
    private var converters = UnitConverters()

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
        do throws(SampleRejection) {
            let fields = try SampleFields(value)
            uuid = try fields.identifier()
            samples.append(try sample(fields, index: index, uuid: uuid))
        } catch {
            rejections.append((index, uuid, error))
        }
    }

    /// Notes a sample that could not even be read.
    mutating func reject(_ rejection: SampleRejection) {
        rejections.append((count, nil, rejection))
    }

    private mutating func sample(
        _ fields: SampleFields,
        index: Int,
        uuid: SampleID?
    ) throws(SampleRejection) -> NewSample {
        let type = try fields.quantityType()
        try checkShare(of: type)
        let start = try fields.time(fields.start, "start")
        let end = try fields.time(fields.end, "end")
        try checkSpan(start.instant, end.instant)
        let value = try value(fields, type)
        let created = try fields.created.map { value throws(SampleRejection) in
            try fields.time(value, "created")
        }
        let metadata = try SampleMetadata(fields.metadata, limit: limits.metadataInBytes)
        let reference = try sources.index(source: fields.source, device: fields.device)
        let id =
            uuid
            ?? DerivedIdentifier.sample(
                client: access.client,
                source: sources.keys[reference],
                typeID: type.id,
                start: start.instant.microseconds,
                end: end.instant.microseconds,
                value: value,
                metadata: SampleMetadata.identity(of: fields.metadata),
                in: namespace
            )
        return NewSample(
            index: index,
            id: id,
            typeID: type.id,
            start: start.instant.microseconds,
            end: end.instant.microseconds,
            value: value,
            created: created?.instant.microseconds,
            startOffset: Self.offset(start, metadata?.zone),
            endOffset: Self.offset(end, metadata?.zone),
            isUserEntered: metadata?.isUserEntered ?? false,
            reference: reference,
            metadata: metadata?.json
        )
    }

    private func checkShare(of type: QuantityType) throws(SampleRejection) {
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

    private mutating func value(
        _ fields: SampleFields,
        _ type: QuantityType
    ) throws(SampleRejection) -> Double {
        let number = try fields.number()
        guard let unit = fields.unit else { throw .missing("unit") }
        let value = try converters.converter(unit, to: type).convert(number)
        guard value.isFinite else {
            throw SampleRejection(.valueNotFinite, "value", "The number is too large.")
        }
        guard abs(value) <= QuantityType.largestMagnitude else {
            throw SampleRejection(
                .valueTooLarge,
                "value",
                "The value is beyond 1e18 \(type.canonicalUnit.description)."
            )
        }
        if type.aggregationStyle == .cumulative && value < 0 {
            throw SampleRejection(
                .negativeValue,
                "value",
                "A value of a cumulative type cannot be negative."
            )
        }
        // Negative zero is zero, also to a content identity.
        return value == 0 ? 0 : value
    }

    /// The offset of the zone of recording: by `HKTimeZone`, else as written (rule 10).
    private static func offset(_ time: ZonedInstant, _ zone: Zone?) -> Int16? {
        zone.map { Int16($0.offsetInSeconds(at: time.instant) / 60) } ?? time.offsetInMinutes
    }
}

/// Converters from the units of a batch, each parsed once.
private struct UnitConverters {
    private var known: [(typeID: Int16, unit: [UInt8], converter: UnitConverter)] = []

    /// A batch uses few units; a hostile one must not make the list long.
    private static let capacity = 64

    mutating func converter(
        _ unit: JSONValue,
        to type: QuantityType
    ) throws(SampleRejection) -> UnitConverter {
        guard let text = unit.utf8 else { throw .invalid("unit", "Must be text.") }
        let match = known.first { $0.typeID == type.id && text.elementsEqual($0.unit) }
        if let match { return match.converter }
        let parsed: Unit
        do {
            parsed = try Unit(parsing: String(decoding: text, as: UTF8.self))
        } catch {
            throw SampleRejection(.invalidUnit, "unit", error.description)
        }
        guard let converter = parsed.converter(to: type.canonicalUnit) else {
            throw SampleRejection(
                .unitMismatch,
                "unit",
                "The unit cannot be converted to \(type.canonicalUnit.description)."
            )
        }
        if known.count < Self.capacity { known.append((type.id, Array(text), converter)) }
        return converter
    }
}
