import HTTPClient
import TestSupport
import Testing

/// What a process leaves to the system when it exits.
@Suite("The end of a process")
struct ExitTests {
    @Test("A client has OpenSSL keep what threads may be freeing that end with the process")
    func openSSL() async {
        await #expect(processExitsWith: .success) {
            _ = try HTTPClient(baseURL: "https://127.0.0.1:1")
            exitTellingOfOpenSSL()
        }
    }
}
