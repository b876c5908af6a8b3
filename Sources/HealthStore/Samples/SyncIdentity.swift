import Crypto

/// A sample's `HKMetadataKeySyncIdentifier` and `HKMetadataKeySyncVersion`.
///
/// The identifier means one sample for each user, client and type; a higher version replaces it.
package struct SyncIdentity: Hashable, Sendable {
    /// Stands for the identifier: the first half of its SHA-256.
    package var key: UInt128
    /// The version; finite.
    package var version: Double

    /// Makes the identity of a text and a version.
    package init(identifier: String, version: Double) {
        key = Self.key(of: identifier)
        self.version = version
    }

    /// Takes an identity from the database.
    init(key: UInt128, version: Double) {
        self.key = key
        self.version = version
    }

    /// What stands for an identifier, as the migration that introduced it computes it, too.
    package static func key(of identifier: String) -> UInt128 {
        SHA256.hash(identifier.utf8).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}
