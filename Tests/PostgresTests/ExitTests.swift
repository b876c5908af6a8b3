import CCrypto
import Foundation
import Postgres
import Testing

/// What a process leaves to the system when it exits.
@Suite("The end of a process")
struct ExitTests {
    @Test("A connection has OpenSSL keep what threads may be freeing that end with the process")
    func openSSL() async {
        await #expect(processExitsWith: .success) {
            let nobody = ConnectionConfiguration("host=127.0.0.1 port=1")
            #expect(throws: PostgresError.self) { try Connection(nobody) }
            _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil)
            _ = OPENSSL_atexit { _exit(7) }
            exit(0)
        }
    }
}
