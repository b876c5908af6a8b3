#if !canImport(HealthKit)
public import Foundation

/// A question to the health store; what it is about is for its subclasses to say.
///
/// A query is executed by `HKHealthStore.execute(_:)`, once: executing it again does nothing. Its
/// handlers are called on an arbitrary background queue, one after the other, and not any more when
/// `HKHealthStore.stop(_:)` has returned; a call of `stop` waits for a handler that is running on
/// another thread.
///
/// A running query is kept alive until it has ended or was stopped, as in HealthKit.
///
/// Its predicate is made by the factories below, or is `NSPredicate(value:)` or, for queries that
/// give samples, `NSPredicate(block:)`, and these may be joined by `NSCompoundPredicate`. Differs
/// from HealthKit: Foundation on Linux has no predicates made of format strings.
///
/// `@unchecked Sendable`: what is settable is set before the query is executed, or has a lock.
open class HKQuery: NSObject, @unchecked Sendable {
    /// The type of the objects it is about; nil where there are several.
    public let objectType: HKObjectType?
    /// The type of the samples it is about; nil where there are several.
    @available(*, deprecated, renamed: "objectType")
    public var sampleType: HKSampleType? { objectType as? HKSampleType }
    /// What the objects have to match; nil for all.
    public let predicate: NSPredicate?
    /// Whether it runs.
    let run = QueryRun()

    /// Makes a query about one type, or about several.
    init(objectType: HKObjectType?, predicate: NSPredicate?) {
        self.objectType = objectType
        self.predicate = predicate
        super.init()
    }

    /// Starts the query, unless it was started before.
    func start(on server: HealthServer) {
        run.start { await self.perform(on: server) }
    }

    /// Stops the query; none of its handlers runs any more when this returns.
    func stop() { run.stop() }

    /// Asks the server and calls the handlers, until there is nothing more to tell.
    ///
    /// Each kind of query has its own; this one has nothing to ask.
    func perform(on server: HealthServer) async {}
}

/// The limit of a query that gives all objects.
public let HKObjectQueryNoLimit: Int = 0
#endif
