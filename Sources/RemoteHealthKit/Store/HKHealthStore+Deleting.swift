#if !canImport(HealthKit)
public import Foundation

/// Deleting.
///
/// A program deletes what it saved itself. What is deleted is gone for every program, and
/// `HKAnchoredObjectQuery` tells of it.
///
/// Failures: `errorInvalidArgument` for an empty list and for an object that is not in the store,
/// or is another program's and not to be read; `errorAuthorizationDenied` for one of another
/// program's that can be read, and without the right to share; `errorDatabaseInaccessible`.
///
/// Differs from HealthKit: of several objects those that can be deleted are; the failure is about
/// the first that cannot. Deleting an object again succeeds. With an outbox deletions wait in it as
/// what is saved does.
extension HKHealthStore {
    /// Deletes an object.
    public func delete(_ object: HKObject) async throws {
        _ = try await server.deleting([object]).value
    }

    /// Deletes objects.
    public func delete(_ objects: [HKObject]) async throws {
        _ = try await server.deleting(objects).value
    }

    /// Deletes the program's own objects of a type that a predicate is true of.
    ///
    /// - Returns: How many are gone.
    @discardableResult
    public func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate
    ) async throws -> Int {
        try await server.deletingObjects(of: objectType, predicate).value
    }
}
#endif
