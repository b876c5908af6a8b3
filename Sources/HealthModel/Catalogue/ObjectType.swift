/// Anything that a grant can name, as HealthKit's `HKObjectType` has it.
package enum ObjectType: Hashable, Sendable {
    /// A kind of sample.
    case sample(SampleType)
    /// A characteristic: it can be read, but no client saves one.
    case characteristic(CharacteristicType)

    /// The number that grants name it by; unique over all kinds.
    package var id: Int16 {
        switch self {
        case .sample(let type): type.id
        case .characteristic(let type): type.id
        }
    }

    /// HealthKit's full identifier.
    package var identifier: String {
        switch self {
        case .sample(let type): type.identifier
        case .characteristic(let type): type.identifier
        }
    }

    /// Whether a client can be allowed to share it.
    package var isShareable: Bool {
        switch self {
        case .sample: true
        case .characteristic: false
        }
    }
}

extension Catalogue {
    /// Finds a type of samples or a characteristic by its full or short name.
    package static func objectType(_ name: String) -> ObjectType? {
        sampleType(name).map(ObjectType.sample)
            ?? characteristicType(name).map(ObjectType.characteristic)
    }

    /// Finds a type of samples or a characteristic by its number.
    package static func objectType(id: Int16) -> ObjectType? {
        sampleType(id: id).map(ObjectType.sample)
            ?? characteristicType(id: id).map(ObjectType.characteristic)
    }
}
