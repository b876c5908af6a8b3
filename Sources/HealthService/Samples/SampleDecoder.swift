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
    /// The namespace of identifiers made from content.
    let namespace: UInt128
    /// The latest time, in microseconds, at which a sample may start.
    let latestStart: Int64

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
