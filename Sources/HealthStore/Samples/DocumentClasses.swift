import HealthModel
import Postgres

/// Which samples of a batch are equal in metadata and details to another of the same identifier.
///
/// The database compares them, as `jsonb`: spelling and order of keys do not count. Within one
/// identifier equal numbers mean equal documents; across identifiers numbers mean nothing.
struct DocumentClasses {
    /// Equal to what is on disk under the identifier.
    static let stored = -1
    /// Neither metadata nor details.
    static let none = -2

    /// By place in the batch: one of the above, or the first place with the same documents.
    private var numbers: [Int]

    /// Takes every sample with documents for different from all others.
    init(_ samples: [NewSample]) {
        numbers = samples.enumerated().map { place, sample in
            sample.metadata == nil && sample.details == nil ? Self.none : place
        }
    }

    subscript(place: Int) -> Int { numbers[place] }

    /// Notes that the sample at a place is equal to what is on disk.
    mutating func noteEqualToStored(_ place: Int) {
        numbers[place] = Self.stored
    }

    /// Finds out what the batch repeats: a question of its own, and only where an identifier comes
    /// twice with documents in other bytes.
    mutating func compareRepeated(_ samples: [NewSample], on connection: Connection) throws {
        var first: [SampleID: Int] = [:]
        var unclear: Set<SampleID> = []
        for place in numbers.indices where numbers[place] >= 0 {
            let sample = samples[place]
            guard let earlier = first[sample.id] else {
                first[sample.id] = place
                continue
            }
            numbers[place] = earlier
            let isSpelledAlike =
                sample.metadata == samples[earlier].metadata
                && sample.details == samples[earlier].details
            if !isSpelledAlike { unclear.insert(sample.id) }
        }
        guard !unclear.isEmpty else { return }
        let places = numbers.indices.filter {
            numbers[$0] >= 0 && unclear.contains(samples[$0].id)
        }
        let rows = try connection.run(Self.compare, Self.binds(samples, places))
        for row in 0..<rows.rowCount {
            numbers[Int(rows.int8(row, 0))] = Int(rows.int8(row, 1))
        }
    }

    private static func binds(_ samples: [NewSample], _ places: [Int]) -> [Bind] {
        [
            .int8Array(places.map(Int64.init)), .uuidArray(places.map { samples[$0].id.bits }),
            .optionalJSONBArray(places.map { samples[$0].metadata }),
            .optionalJSONBArray(places.map { samples[$0].details }),
        ]
    }

    private static let compare = Statement(
        "samples.compareDocuments",
        """
        SELECT x.place, min(x.place) OVER (PARTITION BY x.uuid, x.metadata, x.details)
        FROM unnest($1::int8[], $2::uuid[], $3::jsonb[], $4::jsonb[]) AS x (
            place, uuid, metadata, details
        )
        """
    )

    /// The statements of this file.
    static let statements = [compare]
}
