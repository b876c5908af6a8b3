import HTTPClient
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct HealthServerTests {
    @Test func `An address that is none is refused at once`() {
        let configuration = RemoteHealthConfiguration(server: "ftp://127.0.0.1", token: "t")
        #expect {
            _ = try HealthServer(configuration)
        } throws: { error in
            (error as? HKError)?.code == .errorHealthDataUnavailable
        }
    }

    @Test func `Where nobody listens the store is inaccessible`() async {
        // Port 9 is discard's, which no test machine serves.
        let store = HKHealthStore(
            configuration: RemoteHealthConfiguration(server: "http://127.0.0.1:9", token: "t")
        )
        let error = await failure { try await store.save(steps(1)) }
        #expect(error?.code == .errorDatabaseInaccessible)
        #expect(store.authorizationStatus(for: HKQuantityType(.stepCount)) == .notDetermined)
    }

    @Test func `Without a configuration every call says so`() async {
        let store = HKHealthStore(
            on: HealthServer(failing: HKError(.errorHealthDataUnavailable))
        )
        let error = await failure { try await store.save(steps(1)) }
        #expect(error?.code == .errorHealthDataUnavailable)
        #expect(throws: HKError.self) { try store.biologicalSex() }
    }

    @Test func `A wrong token is restricted, whatever is asked`() async throws {
        try await withRemoteStore { fixture in
            var configuration = fixture.configuration
            configuration.token = "trib_c_wrong"
            let store = HKHealthStore(configuration: configuration)
            let saving = await failure { try await store.save(steps(1)) }
            #expect(saving?.code == .errorHealthDataRestricted)
            #expect(saving?.problemCode == "unauthenticated")
            let reading = await failure { _ = try store.bloodType() }
            #expect(reading?.code == .errorHealthDataRestricted)
        }
    }

    @Test func `An app out of service is restricted`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.suspend()
            let error = await failure { try await fixture.store.save(steps(1)) }
            #expect(error?.code == .errorHealthDataRestricted)
        }
    }

    @Test(arguments: [
        (200, "<html>Log in to the network</html>", HKError.Code.errorDatabaseInaccessible),
        (302, "", .errorDatabaseInaccessible),
        (503, #"{"code":"draining","detail":"It stops."}"#, .errorDatabaseInaccessible),
        (429, #"{"code":"rateLimited","detail":"Too fast."}"#, .errorDatabaseInaccessible),
        (400, #"{"code":"unitMismatch","detail":"No."}"#, .errorInvalidArgument),
        (403, #"{"code":"sharingDenied","detail":"No."}"#, .errorAuthorizationDenied),
        (403, #"{"code":"authorizationNotDetermined"}"#, .errorAuthorizationNotDetermined),
    ])
    func `An answer becomes HealthKit's error`(
        status: Int,
        body: String,
        code: HKError.Code
    ) throws {
        let response = ClientResponse(
            status: status,
            headers: ResponseHeaders(pairs: []),
            body: Array(body.utf8)
        )
        #expect {
            try HealthServer.read(response) { _ in }
        } throws: { error in
            (error as? HKError)?.code == code
        }
    }
}
