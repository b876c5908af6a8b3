import Foundation
import HealthModel
import HealthOutbox
import Synchronization
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct AuthorizationTests {
    private let steps = HKQuantityType(.stepCount)
    private let heartRate = HKQuantityType(.heartRate)

    /// The app's store, with pauses that a test spends, and a place for what it is told to show.
    private func asking(
        _ fixture: RemoteStore,
        prompts: Prompts = Prompts(),
        pause: @escaping @Sendable (_ count: Int, Duration) async throws -> Void
    ) -> HKHealthStore {
        var configuration = fixture.configuration
        let count = Count()
        configuration.clock = RetryClock(wait: { try await pause(count.next(), $0) })
        configuration.authorizationHandler = { prompts.add($0) }
        return HKHealthStore(configuration: configuration)
    }

    @Test func `A decision while the app waits makes it authorized`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let prompts = Prompts()
            let pauses = Mutex<[Duration]>([])
            let store = asking(fixture, prompts: prompts) { count, pause in
                pauses.withLock { $0.append(pause) }
                guard count == 3 else { return }
                for request in try await fixture.pendingRequests() {
                    try await fixture.decide(request, share: ["stepCount"], read: [])
                }
            }
            #expect(store.authorizationStatus(for: steps) == .notDetermined)
            try await store.requestAuthorization(toShare: [steps], read: [steps, heartRate])
            #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
            // The second question came at once and too soon, so the server asked for more time.
            #expect(pauses.withLock { $0 } == [.seconds(5), .seconds(5), .seconds(10)])
            let prompt = try #require(prompts.all.first)
            #expect(prompts.all.count == 1)
            #expect(prompt.url.absoluteString.hasSuffix(prompt.code))
            #expect(prompt.page.absoluteString == fixture.url + "/sheet")
        }
    }

    @Test func `The handler hears of success, whatever was decided`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let store = asking(fixture) { _, _ in
                for request in try await fixture.pendingRequests() {
                    try await fixture.decide(request, share: [], read: [])
                }
            }
            let isHandled = await withCheckedContinuation { continuation in
                store.requestAuthorization(toShare: [steps], read: nil) { isHandled, error in
                    continuation.resume(returning: isHandled && error == nil)
                }
            }
            #expect(isHandled)
            #expect(store.authorizationStatus(for: steps) == .sharingDenied)
        }
    }

    @Test func `Nobody is asked about what is decided`() async throws {
        try await withRemoteStore(share: ["stepCount"], read: []) { fixture in
            let prompts = Prompts()
            let store = asking(fixture, prompts: prompts) { _, _ in Issue.record("It waited.") }
            try await store.requestAuthorization(toShare: [steps], read: [steps, heartRate])
            try await store.requestAuthorization(toShare: [], read: [])
            #expect(prompts.all.isEmpty)
            #expect(try await fixture.pendingRequests().isEmpty)
        }
    }

    @Test func `Nobody decides in time`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let store = asking(fixture) { _, _ in try fixture.server.expireRequests() }
            let error = await failure {
                try await store.requestAuthorization(toShare: [steps], read: [])
            }
            #expect(error?.code == .errorUserCanceled)
        }
    }

    @Test func `A server that goes away for a moment does not end the waiting`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let store = asking(fixture) { count, _ in
                switch count {
                case 1: await fixture.server.stop()
                case 2: try await fixture.server.start()
                default:
                    for request in try await fixture.pendingRequests() {
                        try await fixture.decide(request, share: ["stepCount"], read: [])
                    }
                }
            }
            try await store.requestAuthorization(toShare: [steps], read: [])
            #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
        }
    }

    @Test func `A cancelled task stops waiting`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let (asked, signal) = AsyncStream.makeStream(of: Void.self)
            let store = asking(fixture) { _, _ in
                signal.finish()
                try await Task.sleep(for: .seconds(3600))
            }
            let steps = steps
            let task = Task { try await store.requestAuthorization(toShare: [steps], read: []) }
            for await _ in asked {}
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(arguments: [
        (true, "NSHealthUpdateUsageDescription"), (false, "NSHealthShareUsageDescription"),
    ])
    func `The person has to be told why`(isSharing: Bool, key: String) async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            var configuration = fixture.configuration
            configuration.shareUsageDescription = isSharing ? "To read." : nil
            configuration.updateUsageDescription = isSharing ? "" : "To save."
            let store = HKHealthStore(configuration: configuration)
            let error = await failure {
                try await store.requestAuthorization(toShare: [steps], read: [steps])
            }
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.localizedDescription.contains(key) == true)
            let requests = try await fixture.pendingRequests()
            #expect(requests.isEmpty)
        }
    }

    @Test func `Correlations are not asked for`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let pressure = HKCorrelationType(.bloodPressure)
            let sharing = await failure {
                try await fixture.store.requestAuthorization(toShare: [pressure], read: [])
            }
            let reading = await failure {
                _ = try await fixture.store.statusForAuthorizationRequest(
                    toShare: [],
                    read: [pressure]
                )
            }
            #expect(sharing?.code == .errorInvalidArgument)
            #expect(reading?.code == .errorInvalidArgument)
            #expect(fixture.store.authorizationStatus(for: pressure) == .notDetermined)
        }
    }

    @Test func `Whether to ask is told, for more types than an address holds`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let all = Catalogue.sampleTypes.filter(\.isGrantable).map(\.identifier)
            let types = Set(all.compactMap { HKSampleType.sampleType(named: $0) })
            let (store, read) = (fixture.store, Set(types.map { $0 as HKObjectType }))
            #expect(types.count > 100)
            let before = try await store.statusForAuthorizationRequest(toShare: types, read: read)
            #expect(before == .shouldRequest)
            try await fixture.grant(share: ["*"], read: [])
            let after = await withCheckedContinuation { continuation in
                store.getRequestStatusForAuthorization(toShare: types, read: read) {
                    continuation.resume(returning: $1 == nil ? $0 : .unknown)
                }
            }
            #expect(after == .unnecessary)
        }
    }

    @Test func `A characteristic is denied once reading it was decided`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            let sex = HKCharacteristicType(.biologicalSex)
            #expect(fixture.store.authorizationStatus(for: sex) == .notDetermined)
            try await fixture.grant(share: [], read: ["biologicalSex"])
            #expect(fixture.store.authorizationStatus(for: sex) == .sharingDenied)
        }
    }
}

/// Counts from 1.
private final class Count: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

/// What an app was told to show.
private final class Prompts: Sendable {
    private let prompts = Mutex<[RemoteHealthConfiguration.AuthorizationPrompt]>([])

    var all: [RemoteHealthConfiguration.AuthorizationPrompt] { prompts.withLock { $0 } }

    func add(_ prompt: RemoteHealthConfiguration.AuthorizationPrompt) {
        prompts.withLock { $0.append(prompt) }
    }
}
