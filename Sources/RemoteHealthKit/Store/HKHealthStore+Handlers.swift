#if !canImport(HealthKit)
/// Handlers for what is done elsewhere.
extension HKHealthStore {
    /// Calls a handler with whether work went well.
    func report(
        _ work: Task<Int, any Error>,
        to completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        Task {
            switch await work.result {
            case .success: HandlerQueue.run { completion(true, nil) }
            case .failure(let error): HandlerQueue.run { completion(false, error) }
            }
        }
    }
}
#endif
