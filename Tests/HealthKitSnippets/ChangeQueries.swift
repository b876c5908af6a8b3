import Foundation
import RemoteHealthKit

/// Following what changes, with handlers.
enum ChangeQueries {
    /// What a call of a handler brought.
    struct News: Sendable {
        let added: [HKSample]
        let deleted: [HKDeletedObject]
        let anchor: HKQueryAnchor?
    }

    /// What is new since an anchor, once.
    static func changes(
        of type: HKSampleType,
        since anchor: HKQueryAnchor?,
        in healthStore: HKHealthStore,
        completion: @escaping @Sendable (News) -> Void
    ) {
        let query = HKAnchoredObjectQuery(
            type: type,
            predicate: nil,
            anchor: anchor,
            limit: HKObjectQueryNoLimit
        ) { _, samples, deletedObjects, newAnchor, _ in
            completion(
                News(added: samples ?? [], deleted: deletedObjects ?? [], anchor: newAnchor)
            )
        }
        healthStore.execute(query)
    }

    /// What is new, again and again; the query is stopped by who started it.
    static func follow(
        _ type: HKSampleType,
        in healthStore: HKHealthStore,
        heard: @escaping @Sendable (News) -> Void
    ) -> HKQuery {
        let query = HKAnchoredObjectQuery(
            type: type,
            predicate: nil,
            anchor: nil,
            limit: HKObjectQueryNoLimit
        ) { _, samples, deleted, anchor, _ in
            heard(News(added: samples ?? [], deleted: deleted ?? [], anchor: anchor))
        }
        query.updateHandler = { _, samples, deleted, anchor, _ in
            heard(News(added: samples ?? [], deleted: deleted ?? [], anchor: anchor))
        }
        healthStore.execute(query)
        return query
    }

    /// Is told whenever there is something new, and fetches nothing.
    static func observe(
        _ type: HKSampleType,
        in healthStore: HKHealthStore,
        heard: @escaping @Sendable () -> Void
    ) -> HKQuery {
        let query = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, error in
            if error == nil { heard() }
            completion()
        }
        healthStore.execute(query)
        return query
    }

    /// An anchor as bytes to be kept until the next launch.
    static func store(_ anchor: HKQueryAnchor) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
    }

    /// The anchor that was kept.
    static func anchor(in data: Data) throws -> HKQueryAnchor? {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
    }
}
