#if !canImport(HealthKit)
/// Being woken by changes.
///
/// Differs from HealthKit: nothing starts a program that does not run. One that runs, and executes
/// an `HKObserverQuery`, is told of changes as they happen, asked for or not. So these calls keep
/// nothing; they succeed, as long as the type is one that a program can be told about.
extension HKHealthStore {
    /// Accepts that the program wants to be woken by changes of a type.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for what is no type of samples.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency
    ) async throws {
        try checkDelivery(of: type)
    }

    /// Accepts that the program no longer wants to be woken by changes of a type.
    public func disableBackgroundDelivery(for type: HKObjectType) async throws {}

    /// Accepts that the program no longer wants to be woken by changes.
    public func disableAllBackgroundDelivery() async throws {}

    /// Refuses types that no observer can be told about.
    func checkDelivery(of type: HKObjectType) throws {
        _ = try server.connected()
        guard type is HKSampleType, !(type is HKCorrelationType) else {
            throw HKError.failure(
                .errorInvalidArgument,
                "There is no background delivery for \(type.identifier)."
            )
        }
    }
}
#endif
