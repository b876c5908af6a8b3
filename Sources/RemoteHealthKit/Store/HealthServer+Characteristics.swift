#if !canImport(HealthKit)
/// Reading what hardly ever changes, for calls that block.
extension HealthServer {
    /// What is known of the person; of what may not be read, nothing.
    ///
    /// - Parameter identifier: The characteristic that is wanted.
    /// - Throws: `HKError`, with `errorAuthorizationNotDetermined` where nobody has decided whether
    ///   that one may be read.
    func person(for identifier: HKCharacteristicTypeIdentifier) throws -> PersonCharacteristics {
        guard try isDecided(readingOf: HKCharacteristicType(identifier)) else {
            throw HKError.failure(
                .errorAuthorizationNotDetermined,
                "Nobody has decided whether \(identifier.rawValue) may be read."
            )
        }
        return try blockingCall("GET", ["characteristics"], read: characteristics(from:))
    }
}
#endif
