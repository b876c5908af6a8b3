import Crypto
package import HealthModel

/// A source of a user, as stored.
package struct SourceRecord: Hashable, Sendable {
    /// The number its samples carry.
    package let id: SourceID
    /// What clients know it by; the same for the same user and identity, always.
    package let key: SampleID
    /// What makes it this source.
    package let identity: SourceIdentity
    /// The name it last went by in the samples that the caller sees, if that was asked for.
    package let name: String?
}

/// Who recorded a sample, at which version and with what: one entry of a batch's side table.
package struct SourceReference: Hashable, Sendable {
    /// The app and its version.
    package let revision: SourceRevision
    /// The hardware.
    package let device: Device?

    /// Joins a revision and a device.
    package init(revision: SourceRevision, device: Device?) {
        self.revision = revision
        self.device = device
    }

    /// What makes the source the same source.
    package var identity: SourceIdentity {
        SourceIdentity(revision: revision, device: device)
    }
}

/// Identifiers derived from what they identify (RFC 9562, version 5).
///
/// They differ from user to user, so that one user's sources say nothing about another's.
package enum DerivedIdentifier {
    /// The namespace of whatever is no secret: drawn once, at random.
    package static let root: UInt128 = 0x8f0b_6f6e_3d0a_4c55_9a51_6d8b_2f1c_7e43

    /// The key of a source.
    package static func source(_ identity: SourceIdentity, of user: UserID) -> SampleID {
        derive("source", user, identity.parts)
    }

    /// The key of a source's revision.
    package static func revision(_ reference: SourceReference, of user: UserID) -> SampleID {
        let revision = reference.revision
        let device = reference.device
        return derive(
            "revision",
            user,
            reference.identity.parts + [
                revision.name ?? "", revision.version ?? "",
                revision.operatingSystemVersion ?? "", device?.firmwareVersion ?? "",
                device?.softwareVersion ?? "", device?.udiDeviceIdentifier ?? "",
            ]
        )
    }

    /// The identifier of a sample that came without one (design, section 3).
    ///
    /// The client is part of it: else one that may only write could guess samples and read
    /// `duplicate` as an answer. Value is in the canonical unit, times are instants, so that the
    /// same content in another spelling is the same sample. Metadata belongs to the content: two
    /// foods with as much zinc at one instant are two samples.
    ///
    /// A caller that takes identifiers from clients, too, gives a secret namespace: whoever can
    /// compute what another client's sample is called can ask whether it is there.
    package static func sample(
        client: ClientID,
        source: SampleID,
        typeID: Int16,
        start: Int64,
        end: Int64,
        value: Double,
        metadata: [UInt8] = [],
        in namespace: UInt128 = root
    ) -> SampleID {
        var name: [UInt8] = []
        name.reserveCapacity(64)
        append(UInt32(bitPattern: client.number), to: &name)
        append(source.bits, to: &name)
        append(UInt16(bitPattern: typeID), to: &name)
        append(UInt64(bitPattern: start), to: &name)
        append(UInt64(bitPattern: end), to: &name)
        append(value.bitPattern, to: &name)
        name += metadata
        return SampleID(bits: NameBasedUUID.version5(namespace: namespace, name: name))
    }

    private static func derive(_ kind: String, _ user: UserID, _ parts: [String]) -> SampleID {
        var name: [UInt8] = []
        append(UInt64(user.number), to: &name)
        for part in [kind] + parts {
            // The length keeps ("ab", "c") apart from ("a", "bc").
            append(UInt32(part.utf8.count), to: &name)
            name.append(contentsOf: part.utf8)
        }
        return SampleID(bits: NameBasedUUID.version5(namespace: root, name: name))
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
