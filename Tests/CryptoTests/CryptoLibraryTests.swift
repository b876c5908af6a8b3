import CCrypto
import Crypto
import Foundation
import Testing

/// What happens to OpenSSL when a process exits.
@Suite("OpenSSL at exit")
struct CryptoLibraryTests {
    @Test("Its tables are kept where that was asked for")
    func kept() async {
        await #expect(processExitsWith: .success) {
            CryptoLibrary.outlivesThreads()
            _ = SHA256.hash([])
            _ = OPENSSL_atexit { _exit(7) }
            exit(0)
        }
    }

    @Test("Otherwise they are freed, which these tests can see")
    func freed() async {
        await #expect(processExitsWith: .exitCode(7)) {
            _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil)
            _ = OPENSSL_atexit { _exit(7) }
            exit(0)
        }
    }
}
