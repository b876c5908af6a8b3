import HealthAPI
import HealthStore
import JSON

extension SampleMetadata {
    /// What decides between versions of the sample: HealthKit's sync identifier and version.
    ///
    /// One without the other means nothing to HealthKit, which refuses it, and could only mean
    /// something by accident here: a later push with both would not find this one.
    func sync() throws(SampleRejection) -> SyncIdentity? {
        switch (syncIdentifier, syncVersion) {
        case (nil, nil): return nil
        case (nil, _?): throw Self.lacking("HKMetadataKeySyncIdentifier")
        case (_?, nil): throw Self.lacking("HKMetadataKeySyncVersion")
        case (let identifier?, let version?):
            guard let text = identifier.string, !text.isEmpty else {
                throw .invalid("metadata.HKMetadataKeySyncIdentifier", "Must be text, not empty.")
            }
            guard let number = version.double ?? version.printedNumber else {
                throw .invalid("metadata.HKMetadataKeySyncVersion", "Must be a number.")
            }
            return SyncIdentity(identifier: text, version: number)
        }
    }

    private static func lacking(_ key: String) -> SampleRejection {
        .missing("metadata.\(key)")
    }
}

extension JSONValue {
    /// A number that came as text, as exports print all of their metadata.
    fileprivate var printedNumber: Double? {
        guard let string, string.utf8.count <= 32,
            string.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) })
        else { return nil }
        return Double(string)
    }
}
