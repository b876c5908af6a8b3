#if !canImport(HealthKit)
import HealthModel

/// Reading what hardly ever changes, for calls that block.
extension HealthServer {
    /// The value of a characteristic; not set where it may not be read.
    ///
    /// - Throws: `HKError`, with `errorAuthorizationNotDetermined` where nobody has decided whether
    ///   it may be read.
    func characteristic(
        _ identifier: HKCharacteristicTypeIdentifier
    ) throws -> CharacteristicValue {
        guard let type = Catalogue.characteristicType(identifier.rawValue) else {
            throw HKError.failure(
                .errorInvalidArgument,
                "There is no characteristic type \(identifier.rawValue)."
            )
        }
        guard try isDecided(readingOf: HKCharacteristicType(entry: type)) else {
            throw HKError.failure(
                .errorAuthorizationNotDetermined,
                "Nobody has decided whether \(type.identifier) may be read."
            )
        }
        return try blockingCall(
            "GET",
            ["characteristics"],
            read: { root in
                root[type.shortName]?.string.flatMap { type.value(named: $0) } ?? .notSet
            }
        )
    }

    /// The number of a characteristic's case; 0 stands for not set.
    ///
    /// - Throws: As `characteristic(_:)`.
    func choice(_ identifier: HKCharacteristicTypeIdentifier) throws -> Int {
        if case .choice(let number) = try characteristic(identifier) { number } else { 0 }
    }
}
#endif
