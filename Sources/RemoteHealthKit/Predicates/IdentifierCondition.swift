#if !canImport(HealthKit)
import Foundation

/// Samples by their identifiers.
struct IdentifierCondition: SampleCondition {
    /// The identifiers, one of which a sample has.
    let identifiers: Set<UUID>

    var bounds: SampleBounds {
        identifiers.isEmpty ? .nothing : SampleBounds(identifiers: identifiers)
    }

    var format: String {
        "UUID IN {" + identifiers.map(\.uuidString).sorted().joined(separator: ", ") + "}"
    }

    func matches(_ sample: HKSample) -> Bool { identifiers.contains(sample.uuid) }
}
#endif
