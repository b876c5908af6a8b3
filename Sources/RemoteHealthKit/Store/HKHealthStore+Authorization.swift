#if !canImport(HealthKit)
/// Asking for access.
extension HKHealthStore {
    /// Asks the person for access, and waits until they have decided, whatever it is.
    ///
    /// Where everything was decided before, nobody is asked and the call returns at once.
    ///
    /// Failures: `errorInvalidArgument` for correlations, since a program asks for the types that
    /// they hold, and without the words that say why (`NSHealthShareUsageDescription` to read,
    /// `NSHealthUpdateUsageDescription` to save); HealthKit raises exceptions. `errorUserCanceled`
    /// where nobody has decided in the time that the server gives, a quarter of an hour.
    ///
    /// Differs from HealthKit: no sheet comes up by itself. The person opens a page of the server,
    /// whose address `RemoteHealthConfiguration.authorizationHandler` is told; or an operator
    /// decides in their place. Types that a phone lets no app save, such as exercise time, may be
    /// asked for.
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws {
        let asking = asking(toShare: typesToShare, read: typesToRead)
        _ = try await withTaskCancellationHandler {
            try await asking.value
        } onCancel: {
            asking.cancel()
        }
    }

    /// Finds out whether a request for access would show the person anything.
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        let request = try AccessRequest(share: typesToShare, read: typesToRead)
        return try await server.requestStatus(of: request)
    }

    /// Begins to ask for access; the number says nothing.
    func asking(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) -> Task<Int, any Error> {
        let server = server
        let request = Result { try AccessRequest(share: typesToShare, read: typesToRead) }
        return Task {
            try await server.requestAccess(try request.get())
            return 0
        }
    }
}
#endif
