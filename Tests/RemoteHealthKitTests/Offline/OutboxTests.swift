import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct OutboxTests {
    @Test func `What is saved while the server is away arrives when it is back`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    try await store.save(steps(1))
                    #expect(try await store.pendingBatches == 0)
                    await fixture.server.stop()
                    try await store.save(steps(2, minute: 1))
                    try await store.save([steps(3, minute: 2), steps(4, minute: 3)])
                    #expect(try await store.pendingBatches == 2)
                    try await fixture.server.start()
                    try await store.flush()
                    #expect(try await store.pendingBatches == 0)
                    #expect(try await fixture.sampleCount(of: "stepCount") == 4)
                }
            }
        }
    }

    @Test func `The next process sends what the last one saved`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                await fixture.server.stop()
                try await place.run { try await $0.save(steps(2)) }
                try await fixture.server.start()
                #expect(try await fixture.sampleCount(of: "stepCount") == 0)
                try await place.run { store in
                    _ = store.server
                    try await eventually("the sample has arrived") {
                        try await fixture.sampleCount(of: "stepCount") == 1
                    }
                }
            }
        }
    }

    @Test func `A server killed in the middle loses nothing and doubles nothing`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    for minute in 0..<60 {
                        if minute == 20 { await fixture.server.stop() }
                        if minute == 40 { try await fixture.server.start() }
                        try await store.save(steps(1, minute: minute))
                    }
                    try await store.flush()
                    #expect(try await fixture.sampleCount(of: "stepCount") == 60)
                    #expect(place.rejected.isEmpty)
                }
            }
        }
    }

    @Test func `Saves under way when the server goes arrive all the same`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    let saving = Task {
                        for minute in 0..<40 { try await store.save(steps(1, minute: minute)) }
                    }
                    try await eventually("some have arrived") {
                        try await fixture.sampleCount(of: "stepCount") >= 3
                    }
                    await fixture.server.stop()
                    try await saving.value
                    try await fixture.server.start()
                    try await store.flush()
                    #expect(try await fixture.sampleCount(of: "stepCount") == 40)
                }
            }
        }
    }

    @Test func `A deletion waits behind what it deletes`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    let sample = steps(1)
                    await fixture.server.stop()
                    try await store.save([sample, steps(2, minute: 1)])
                    try await store.delete(sample)
                    try await fixture.server.start()
                    try await store.flush()
                    #expect(try await fixture.sampleCount(of: "stepCount") == 1)
                    #expect(place.rejected.isEmpty)
                }
            }
        }
    }

    @Test func `What the server refuses later is kept`() async throws {
        try await withRemoteStore(share: ["stepCount"]) { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    let now = await failure { try await store.save(bodyMass(70)) }
                    #expect(now?.code == .errorAuthorizationDenied)
                    await fixture.server.stop()
                    try await store.save([bodyMass(70), steps(1)])
                    try await fixture.server.start()
                    try await store.flush()
                    #expect(try await fixture.sampleCount(of: "stepCount") == 1)
                    #expect(place.rejected.count == 1)
                }
            }
        }
    }

    @Test func `Waiting for a server that stays away ends with its absence`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    await fixture.server.stop()
                    try await store.save(steps(1))
                    let error = await failure { try await store.flush() }
                    #expect(error?.code == .errorDatabaseInaccessible)
                    #expect(try await store.pendingBatches == 1)
                }
            }
        }
    }

    @Test func `A server that takes nothing from the program says so`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    // Before the server goes, or what waits would be sent as soon as it is back.
                    try await fixture.suspend()
                    await fixture.server.stop()
                    try await store.save(steps(1))
                    try await fixture.server.start()
                    let error = await failure { try await store.flush() }
                    #expect(error?.code == .errorHealthDataRestricted)
                    #expect(try await store.pendingBatches == 1)
                }
            }
        }
    }

    @Test func `Two stores of a process share an outbox, two servers do not`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.withOutbox { place in
                try await place.run { store in
                    try await store.save(steps(1))
                    try await HKHealthStore(configuration: place.configuration)
                        .save(steps(2, minute: 1))
                    var other = place.configuration
                    other.token = "trib_c_other"
                    let stranger = HKHealthStore(configuration: other)
                    let error = await failure { try await stranger.save(steps(3, minute: 2)) }
                    #expect(error?.code == .errorInvalidArgument)
                    #expect(try await fixture.sampleCount(of: "stepCount") == 2)
                }
            }
        }
    }

    @Test func `Without an outbox nothing is pending`() async throws {
        try await withRemoteStore { fixture in
            #expect(try await fixture.store.pendingBatches == 0)
            try await fixture.store.flush()
            await fixture.server.stop()
            let error = await failure { try await fixture.store.save(steps(1)) }
            #expect(error?.code == .errorDatabaseInaccessible)
        }
    }
}
