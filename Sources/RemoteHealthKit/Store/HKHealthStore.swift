#if !canImport(HealthKit)
public import Foundation

/// The health data of one person, on a Tributary server.
///
/// Differs from HealthKit: the store is not on the device but where `RemoteHealthConfiguration`
/// leads, so every call may fail with `errorDatabaseInaccessible`. Handlers are called on an
/// arbitrary background queue. What a program saves and deletes is done in the order of its calls.
/// The `async` calls cannot be overridden; those with handlers can.
// Sendable: `chosen` never changes, and subclasses answer for themselves.
open class HKHealthStore: NSObject, @unchecked Sendable {
    private let chosen: HealthServer?

    /// Makes the store that the environment or `RemoteHealthConfiguration.use(_:)` names.
    ///
    /// It looks for it with each call, so a store may be made before the configuration is set.
    public override init() {
        chosen = nil
        super.init()
    }

    /// Makes a store on a server.
    init(on server: HealthServer) {
        chosen = server
        super.init()
    }

    /// The server; without a configuration one of which every call fails.
    var server: HealthServer {
        if let chosen { return chosen }
        do {
            return try HealthServer.shared()
        } catch {
            return HealthServer(failing: HKError(anyError: error))
        }
    }

    /// Whether there is a health store: whether this process has a usable configuration.
    ///
    /// Differs from HealthKit: it tells of the configuration, not of the device. Nothing is asked.
    open class func isHealthDataAvailable() -> Bool { (try? HealthServer.shared()) != nil }

    /// Whether there are clinical records: never.
    open func supportsHealthRecords() -> Bool { false }

    /// Starts a query; its handlers are called until it ends or is stopped.
    open func execute(_ query: HKQuery) { query.start(on: server) }

    /// Stops a query: its handlers are not called any more.
    open func stop(_ query: HKQuery) { query.stop() }

    // MARK: Access

    /// Whether the program may save samples of a type; whether it may read them is told to nobody.
    ///
    /// Differs from HealthKit: it asks the server each time and blocks the thread, for ten seconds
    /// at most; without an answer it is `notDetermined`.
    open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        (try? server.authorizationStatus(for: type)) ?? .notDetermined
    }

    /// Asks the person for access, and calls the handler when they have decided, whatever it is.
    ///
    /// See `requestAuthorization(toShare:read:)`.
    @preconcurrency
    open func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(asking(toShare: typesToShare ?? [], read: typesToRead ?? []), to: completion)
    }

    /// Finds out whether a request for access would show the person anything.
    @preconcurrency
    open func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        Task {
            do {
                let status = try await statusForAuthorizationRequest(
                    toShare: typesToShare,
                    read: typesToRead
                )
                HandlerQueue.run { completion(status, nil) }
            } catch {
                HandlerQueue.run { completion(.unknown, error) }
            }
        }
    }

    // MARK: Saving

    /// Saves an object, and calls the handler with whether it is stored; see `save(_:)`.
    @preconcurrency
    open func save(
        _ object: HKObject,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(server.saving([object]), to: completion)
    }

    /// Saves objects, and calls the handler with whether they are stored; see `save(_:)`.
    @preconcurrency
    open func save(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(server.saving(objects), to: completion)
    }

    /// Saves samples of a workout; see `addSamples(_:to:)`.
    @preconcurrency
    open func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(server.saving(samples), to: completion)
    }

    /// The earliest time that a sample may end: the distant past, as the server keeps everything.
    open func earliestPermittedSampleDate() -> Date { .distantPast }

    // MARK: Deleting

    /// Deletes an object, and calls the handler with whether it is gone; see `delete(_:)`.
    @preconcurrency
    open func delete(
        _ object: HKObject,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(server.deleting([object]), to: completion)
    }

    /// Deletes objects, and calls the handler with whether they are gone; see `delete(_:)`.
    @preconcurrency
    open func delete(
        _ objects: [HKObject],
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(server.deleting(objects), to: completion)
    }

    /// Deletes the program's own objects of a type that a predicate is true of.
    ///
    /// The handler is called with whether that went well, and how many are gone.
    @preconcurrency
    open func deleteObjects(
        of objectType: HKObjectType,
        predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let deleting = server.deletingObjects(of: objectType, predicate)
        Task {
            switch await deleting.result {
            case .success(let count): HandlerQueue.run { completion(true, count, nil) }
            case .failure(let error): HandlerQueue.run { completion(false, 0, error) }
            }
        }
    }

    // MARK: Units

    /// Finds out which units to show values in; see `preferredUnits(for:)`.
    @preconcurrency
    open func preferredUnits(
        for quantityTypes: Set<HKQuantityType>,
        completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        Task {
            do {
                let units = try await preferredUnits(for: quantityTypes)
                HandlerQueue.run { completion(units, nil) }
            } catch {
                HandlerQueue.run { completion([:], error) }
            }
        }
    }

    // MARK: Background delivery

    /// Accepts that the program wants to be woken by changes; see
    /// `enableBackgroundDelivery(for:frequency:)`.
    @preconcurrency
    open func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        do {
            try checkDelivery(of: type)
            HandlerQueue.run { completion(true, nil) }
        } catch {
            HandlerQueue.run { completion(false, error) }
        }
    }

    /// Accepts that the program no longer wants to be woken by changes of a type.
    @preconcurrency
    open func disableBackgroundDelivery(
        for type: HKObjectType,
        withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        HandlerQueue.run { completion(true, nil) }
    }

    /// Accepts that the program no longer wants to be woken by changes.
    @preconcurrency
    open func disableAllBackgroundDelivery(
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        HandlerQueue.run { completion(true, nil) }
    }
}

extension HKHealthStore {
    /// Makes a store on a server of its own, for programs that work for several people.
    ///
    /// It has no counterpart in HealthKit.
    public convenience init(configuration: RemoteHealthConfiguration) {
        let server: HealthServer
        do throws(HKError) {
            server = try HealthServer(configuration)
        } catch {
            server = HealthServer(failing: error)
        }
        self.init(on: server)
    }
}
#endif
