#if canImport(HealthKit)
public import Foundation
@_exported public import HealthKit

/// Sends what a phone's or a watch's health store has to a Tributary server.
///
/// Not built and not run where this package is developed, which is on Linux: treat it as a sketch
/// that was read with care.
///
/// Each type has an anchor of its own, kept only after the server has taken what came before it, so
/// nothing is lost and what comes twice does no harm: a sample is known by its UUID. The app asks
/// for access to HealthKit itself, needs the background delivery entitlement, and makes one bridge
/// when it is launched.
public actor HealthKitBridge {
    private let address: URL
    private let token: String
    private let store: HKHealthStore
    private let types: Set<HKSampleType>
    private let anchors: UserDefaults
    private var observers: [HKObserverQuery] = []
    private var syncing: [HKSampleType: Task<Void, any Error>] = [:]

    /// Makes a bridge that does nothing yet.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - token: The secret of the app's client for the person.
    ///   - types: What is sent; no correlations, of which the members are sent.
    ///   - anchors: Where it notes how far each type has got.
    public init(
        server address: URL,
        token: String,
        store: HKHealthStore = HKHealthStore(),
        types: Set<HKSampleType>,
        anchors: UserDefaults = .standard
    ) {
        self.address = address
        self.token = token
        self.store = store
        self.types = types
        self.anchors = anchors
    }

    /// Sends what is new now and whenever HealthKit wakes the app.
    public func start() async throws {
        for type in types {
            let query = HKObserverQuery(sampleType: type, predicate: nil) { _, finish, error in
                guard error == nil else { return finish() }
                Task {
                    // HealthKit calls again for what was not sent.
                    _ = try? await self.synchronize(type)
                    finish()
                }
            }
            store.execute(query)
            observers.append(query)
            try await store.enableBackgroundDelivery(for: type, frequency: .immediate)
        }
    }

    /// Stops observing.
    public func stop() {
        for query in observers { store.stop(query) }
        observers = []
    }

    /// Sends everything of a type that the server does not have yet; once at a time.
    public func synchronize(_ type: HKSampleType) async throws {
        if let running = syncing[type] { return try await running.value }
        let task = Task { try await sendNews(of: type) }
        syncing[type] = task
        defer { syncing[type] = nil }
        try await task.value
    }

    private func sendNews(of type: HKSampleType) async throws {
        let unit = try await unit(of: type)
        while true {
            let page = try await HKAnchoredObjectQueryDescriptor(
                predicates: [.sample(type: type)],
                anchor: anchor(of: type),
                limit: 1000
            ).result(for: store)
            if page.addedSamples.isEmpty && page.deletedObjects.isEmpty { return }
            let samples = page.addedSamples.compactMap { BridgedSample($0, unit: unit)?.json }
            let uuids = page.deletedObjects.map(\.uuid.uuidString)
            // In this order: a sample may have been added and deleted since the last time.
            if !samples.isEmpty { try await post("samples", ["samples": samples]) }
            if !uuids.isEmpty { try await post("deletions", ["uuids": uuids]) }
            try keep(page.newAnchor, of: type)
        }
    }

    /// The unit that a quantity type's values are sent in; any will do, as the server converts.
    private func unit(of type: HKSampleType) async throws -> HKUnit? {
        guard let type = type as? HKQuantityType else { return nil }
        return try await store.preferredUnits(for: [type])[type]
    }

    private func post(_ path: String, _ body: [String: Any]) async throws {
        var request = URLRequest(url: address.appending(path: "v1/users/me/\(path)"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (_, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw URLError(.badServerResponse)
        }
    }
}

/// How far each type has got.
extension HealthKitBridge {
    private func key(_ type: HKSampleType) -> String { "TributaryAnchor.\(type.identifier)" }

    private func anchor(of type: HKSampleType) -> HKQueryAnchor? {
        anchors.data(forKey: key(type)).flatMap { data in
            try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
        }
    }

    private func keep(_ anchor: HKQueryAnchor, of type: HKSampleType) throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: anchor,
            requiringSecureCoding: true
        )
        anchors.set(data, forKey: key(type))
    }
}
#endif
