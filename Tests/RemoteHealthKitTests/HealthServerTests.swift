import HTTPClient
import Testing

@testable import RemoteHealthKit

struct HealthServerTests {
    @Test func `An address that is none is refused at once`() {
        #expect(throws: HTTPClientError.self) {
            try HealthServer(address: "ftp://127.0.0.1", token: "token")
        }
    }
}
