import CCrypto
import Foundation

/// Uses OpenSSL as any code may, and exits: with 7 if OpenSSL frees its tables then, else with 0.
///
/// To free them crashes now and then, where a thread ends at that moment.
package func exitTellingOfOpenSSL() -> Never {
    // An option: none would initialise nothing.
    _ = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_LOAD_CRYPTO_STRINGS), nil)
    _ = OPENSSL_atexit { _exit(7) }
    exit(0)
}
