import HealthModel
import HealthStore

/// A sample as a test tells it; what it leaves out does not matter to it.
struct TestSample: Sendable {
    var id: SampleID
    var type: QuantityType
    var start: Int64
    var end: Int64
    var value: Double
    var created: Int64?
    var startOffset: Int16?
    var endOffset: Int16?
    var isUserEntered: Bool
    var source: SourceReference
    var metadata: String?
    /// The number of its type, where that is no quantity type.
    var kind: Int16?
    var sync: SyncIdentity?
    var details: String?
    var members: [TestSample] = []

    /// The number of its type.
    var typeID: Int16 { kind ?? type.id }

    /// Makes a sample; times are minutes after the start of the tests' first day.
    init(
        _ id: UInt64,
        at minutes: Int64 = 0,
        lasting duration: Int64 = 10,
        value: Double = 100,
        type: QuantityType = .steps,
        created: Int64? = nil,
        offset: Int16? = nil,
        isUserEntered: Bool = false,
        source: SourceReference = .phone,
        metadata: String? = nil
    ) {
        self.id = SampleID(bits: UInt128(id))
        self.type = type
        start = TestTime.start + minutes * TestTime.minute
        end = start + duration * TestTime.minute
        self.value = value
        self.created = created
        startOffset = offset
        endOffset = offset
        self.isUserEntered = isUserEntered
        self.source = source
        self.metadata = metadata
    }

    /// The same sample with something changed.
    func with(_ change: (inout TestSample) -> Void) -> TestSample {
        var changed = self
        change(&changed)
        return changed
    }
}

extension NewSamples {
    /// Makes a batch as the service does: one side table of sources for all samples.
    init(_ samples: [TestSample], user: UserID, client: ClientID, isAtomic: Bool = false) {
        var references: [SourceReference] = []
        let new = samples.enumerated().map { index, sample in
            NewSample(sample, index: index, &references)
        }
        self.init(samples: new, references: references, client: client, isAtomic: isAtomic)
    }
}

extension NewSample {
    /// Makes a sample with what it holds, all of one place in the request.
    fileprivate init(_ sample: TestSample, index: Int, _ references: inout [SourceReference]) {
        if !references.contains(sample.source) { references.append(sample.source) }
        self.init(
            index: index,
            id: sample.id,
            typeID: sample.typeID,
            start: sample.start,
            end: sample.end,
            value: sample.value,
            created: sample.created,
            startOffset: sample.startOffset,
            endOffset: sample.endOffset,
            isUserEntered: sample.isUserEntered,
            reference: references.firstIndex(of: sample.source) ?? 0,
            metadata: sample.metadata.map { Array($0.utf8) },
            sync: sample.sync,
            details: sample.details.map { Array($0.utf8) },
            members: sample.members.map { NewSample($0, index: index, &references) }
        )
    }
}

extension SourceReference {
    /// A phone, under Apple's own bundle.
    static let phone = named("com.apple.health", product: "iPhone15,2")
    /// A watch under the same bundle: another source.
    static let watch = named("com.apple.health", product: "Watch6,7")
    /// An app on a device that is neither.
    static let scale = named("com.example.scale", product: nil)
    /// Another app, behind the first one in the default order.
    static let tracker = named("com.example.tracker", product: nil)

    /// Makes a source by what distinguishes it.
    static func named(
        _ bundleIdentifier: String,
        product: String?,
        name: String? = nil,
        version: String? = nil,
        device: Device? = nil
    ) -> SourceReference {
        SourceReference(
            revision: SourceRevision(
                bundleIdentifier: bundleIdentifier,
                name: name,
                version: version,
                productType: product
            ),
            device: device
        )
    }

    /// The key that clients know the source by.
    func key(of user: UserID) -> SampleID { DerivedIdentifier.source(identity, of: user) }
}
