#if !canImport(HealthKit)
/// Units that values are shown in.
extension HealthServer {
    /// The units of types that the program has asked for.
    ///
    /// - Throws: `HKError`, with `errorAuthorizationNotDetermined` where nobody has decided about
    ///   saving nor about reading one of them.
    func preferredUnits(
        for types: Set<HKQuantityType>
    ) async throws -> [HKQuantityType: HKUnit] {
        let reading = try AccessRequest(share: [], read: Set(types.map { $0 as HKObjectType }))
        if try await requestStatus(of: reading) == .shouldRequest {
            for type in types { try await checkDecided(type) }
        }
        var units: [HKQuantityType: HKUnit] = [:]
        for type in types { units[type] = type.canonicalUnit }
        return units
    }

    private func checkDecided(_ type: HKQuantityType) async throws {
        let reading = try AccessRequest(share: [], read: [type])
        if try await requestStatus(of: reading) == .unnecessary { return }
        let saving = try AccessRequest(share: [type], read: [])
        if try await requestStatus(of: saving) == .unnecessary { return }
        throw HKError.failure(
            .errorAuthorizationNotDetermined,
            "Nobody has decided about \(type.identifier)."
        )
    }
}
#endif
