import HealthModel
import HealthStore
import Testing

/// A sample of any quantity or category type, as a test lays it into the store.
///
/// Times are instants; quantities are in the type's canonical unit.
struct TestSample: Sendable {
    var type: StatisticsType
    var start: Int64
    var end: Int64
    var value: Double
    var bundle = "com.example.phone"
    var product: String?
    var isUserEntered = false
    var created: Int64?
    var offset: Int16?
    var id: SampleID
}

extension TestSample {
    /// A sleep sample of 29 November 2026 UTC, at times such as `08:00`.
    static func sleep(
        _ start: String,
        _ end: String,
        _ stage: String,
        from bundle: String = "com.example.phone",
        id: UInt64
    ) throws -> TestSample {
        let type = try #require(Catalogue.statisticsType("sleepAnalysis"))
        guard case .category(let category) = type else { throw MissingType() }
        return TestSample(
            type: type,
            start: try #require(RFC3339.parse(moment(start))).instant.microseconds,
            end: try #require(RFC3339.parse(moment(end))).instant.microseconds,
            value: Double(try #require(category.rawValue(named: stage))),
            bundle: bundle,
            id: SampleID(bits: UInt128(id))
        )
    }

    private struct MissingType: Error {}

    fileprivate func new(index: Int) -> NewSample {
        NewSample(
            index: index,
            id: id,
            typeID: type.id,
            start: start,
            end: end,
            value: value,
            created: created,
            startOffset: offset,
            endOffset: offset,
            isUserEntered: isUserEntered,
            reference: index,
            metadata: nil
        )
    }

    fileprivate var reference: SourceReference {
        SourceReference(
            revision: SourceRevision(
                bundleIdentifier: bundle,
                name: "Geheim \(bundle)",
                productType: product
            ),
            device: nil
        )
    }
}

extension TestAPI {
    /// Stores samples as if a person's client had pushed them.
    func save(_ samples: [TestSample], of person: Person) async throws {
        let batch = NewSamples(
            samples: samples.enumerated().map { $1.new(index: $0) },
            references: samples.map(\.reference),
            client: try #require(ClientID(person.client)),
            isAtomic: true
        )
        let result = try await store.save(
            batch,
            user: try #require(UserID(person.id)),
            now: clock.now
        )
        #expect(result.outcomes.allSatisfy { $0 == .stored })
    }
}

extension Catalogue {
    /// The type of a name that statistics can be asked of; nil for others.
    static func statisticsType(_ name: String) -> StatisticsType? {
        switch sampleType(name) {
        case .quantity(let type)?: .quantity(type)
        case .category(let type)?: .category(type)
        default: nil
        }
    }
}
