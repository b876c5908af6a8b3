import Postgres
import TestSupport
import Testing

/// What a process leaves to the system when it exits.
@Suite("The end of a process")
struct ExitTests {
    @Test("A connection has OpenSSL keep what threads may be freeing that end with the process")
    func openSSL() async {
        await #expect(processExitsWith: .success) {
            let nobody = ConnectionConfiguration("host=127.0.0.1 port=1")
            #expect(throws: PostgresError.self) { try Connection(nobody) }
            exitTellingOfOpenSSL()
        }
    }
}
