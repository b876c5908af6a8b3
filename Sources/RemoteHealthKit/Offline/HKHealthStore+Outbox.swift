#if !canImport(HealthKit)
/// What waits for the server, where `RemoteHealthConfiguration.outbox` names a directory.
extension HKHealthStore {
    /// How many batches of objects are on disk and not yet on the server; 0 without an outbox.
    ///
    /// It has no counterpart in HealthKit.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` where the directory cannot be used.
    public var pendingBatches: Int {
        get async throws { try await server.connected().outgoing?.waitingBatches ?? 0 }
    }

    /// Waits until everything that was saved and deleted before is on the server.
    ///
    /// It has no counterpart in HealthKit.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` where the server does not answer for
    ///   about a minute; what was not sent stays on disk, and is sent in the background.
    public func flush() async throws {
        let server = server
        _ = try await server.writes.run { 0 }.value
        try await server.connected().outgoing?.flush()
    }
}
#endif
