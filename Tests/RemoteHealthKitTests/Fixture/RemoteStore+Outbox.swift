import Foundation

@testable import RemoteHealthKit

extension RemoteStore {
    /// Runs a test with a directory for outboxes, which is gone afterwards.
    func withOutbox<Answer>(_ body: (OutboxPlace) async throws -> Answer) async throws -> Answer {
        let place = OutboxPlace(self)
        defer { place.remove() }
        return try await body(place)
    }
}

/// A directory for the outbox of an app whose process ends and begins again.
struct OutboxPlace: Sendable {
    /// The directory.
    let directory = "/tmp/tributary-outbox-\(UUID().uuidString)"
    private let fixture: RemoteStore

    /// Makes a place that is empty.
    init(_ fixture: RemoteStore) {
        self.fixture = fixture
    }

    /// The app's configuration with the outbox.
    var configuration: RemoteHealthConfiguration {
        var configuration = fixture.configuration
        configuration.outbox = directory
        return configuration
    }

    /// Runs the app once: afterwards its outbox is closed as by the end of its process.
    func run<Answer>(_ body: (HKHealthStore) async throws -> Answer) async throws -> Answer {
        let store = HKHealthStore(configuration: configuration)
        let outcome: Result<Answer, any Error>
        do {
            outcome = .success(try await body(store))
        } catch {
            outcome = .failure(error)
        }
        try await store.server.connected().outgoing?.close()
        return try outcome.get()
    }

    /// What the server refused of what waited: a file each.
    var rejected: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory + "/rejected")) ?? []
    }

    /// Removes the directory.
    func remove() {
        // What stays in the temporary directory harms nobody.
        try? FileManager.default.removeItem(atPath: directory)
    }
}
