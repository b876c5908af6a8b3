import Crypto
import TestSupport
import Testing

/// What happens to OpenSSL when a process exits.
@Suite("OpenSSL at exit")
struct CryptoLibraryTests {
    @Test("Its tables are kept where that was asked for")
    func kept() async {
        await #expect(processExitsWith: .success) {
            CryptoLibrary.outlivesThreads()
            exitTellingOfOpenSSL()
        }
    }

    @Test("Otherwise they are freed, which these tests can see")
    func freed() async {
        await #expect(processExitsWith: .exitCode(7)) { exitTellingOfOpenSSL() }
    }
}
