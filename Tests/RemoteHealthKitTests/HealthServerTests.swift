import Testing

@testable import RemoteHealthKit

struct HealthServerTests {
    @Test func `An address that is none is refused at once`() {
        #expect {
            _ = try HealthServer(RemoteHealthConfiguration(server: "ftp://127.0.0.1", token: "t"))
        } throws: { error in
            (error as? HKError)?.code == .errorHealthDataUnavailable
        }
    }
}
