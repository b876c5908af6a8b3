import CCrypto

/// OpenSSL as the process has it, for the modules that meet it through other libraries too.
package enum CryptoLibrary {
    /// Has OpenSSL keep its tables when the process exits; has an effect before its first use only.
    ///
    /// By itself it frees them from an exit handler, which walks what its threads have registered
    /// without a lock (`OPENSSL_cleanup`, `init_thread_deregister` of OpenSSL 3.0). A thread that
    /// ends meanwhile frees the same, and the process crashes after its work is done. The system
    /// takes the memory back anyway: `OPENSSL_INIT_NO_ATEXIT` is for this.
    package static func outlivesThreads() { _ = isSet }

    private static let isSet = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
}
