#if !canImport(HealthKit)
extension HKHealthStore {
    /// The units to show values of some types in.
    ///
    /// Differs from HealthKit: a phone gives what the person has chosen in its Health app, and else
    /// what is usual in its region, such as pounds in the United States. The server knows neither,
    /// so it is the unit that it keeps values in: kilograms, metres, kilocalories and so on.
    ///
    /// - Throws: `HKError` with `errorAuthorizationNotDetermined` where nobody has decided about
    ///   saving nor about reading one of the types.
    public func preferredUnits(
        for quantityTypes: Set<HKQuantityType>
    ) async throws -> [HKQuantityType: HKUnit] {
        try await server.preferredUnits(for: quantityTypes)
    }
}
#endif
