#if !canImport(HealthKit)
/// Saving.
///
/// Objects get the program as their source; when they are read back, their `sourceRevision` says
/// so. Several objects are saved together or not at all.
///
/// Failures: `errorAuthorizationNotDetermined` and `errorAuthorizationDenied` for the right to
/// share; `errorInvalidArgument` for an object that is no sample, for one that the server does not
/// take, and for an empty list; `errorDatabaseInaccessible` where the server cannot be reached and
/// there is no outbox. `userInfo` holds the server's code and the place of the object
/// (`RemoteHealthErrorKey`).
///
/// Differs from HealthKit:
/// - Saving an object again that was saved already succeeds and changes nothing, since a program
///   that got no answer cannot know. An object of the same UUID that says something else, and one
///   that was deleted, fail with `errorInvalidArgument`.
/// - More than 10,000 objects, or 16 MiB of them, go in several parts. Each part is saved together
///   or not at all; a failure says how far it got by the place of the object.
/// - With an outbox, saving succeeds while the server is away, when the objects are on disk. Those
///   that the server then refuses are kept in the outbox's directory `rejected`.
extension HKHealthStore {
    /// Saves an object.
    public func save(_ object: HKObject) async throws {
        _ = try await server.saving([object]).value
    }

    /// Saves objects.
    public func save(_ objects: [HKObject]) async throws {
        _ = try await server.saving(objects).value
    }

    /// Saves samples of a workout.
    ///
    /// Differs from HealthKit: the server does not keep which samples a workout has. Those belong
    /// to it that lie in its time: see `HKQuery.predicateForObjects(from:)`.
    public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        _ = try await server.saving(samples).value
    }
}
#endif
