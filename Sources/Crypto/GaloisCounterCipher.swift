import CCrypto

/// One message on its way through AES-256-GCM: the owner of a libcrypto context.
///
/// Authenticate the context first, then update once, then take or verify the tag.
struct GaloisCounterCipher: ~Copyable {
    /// Which way the message goes.
    enum Direction: Int32 {
        case decrypting = 0
        case encrypting = 1
    }

    private let context: OpaquePointer

    /// Starts a message with a 32-byte key and a 12-byte nonce.
    init(_ direction: Direction, key: [UInt8], nonce: [UInt8]) {
        guard let context = EVP_CIPHER_CTX_new() else {
            preconditionFailure("libcrypto could not begin a message; it is out of memory.")
        }
        self.context = context
        let algorithm = EVP_aes_256_gcm()
        expectSuccess(EVP_CipherInit_ex2(context, algorithm, key, nonce, direction.rawValue, nil))
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
    }

    /// Takes in bytes that are authenticated but not part of the message.
    func authenticate(_ bytes: [UInt8]) {
        var count: Int32 = 0
        expectSuccess(EVP_CipherUpdate(context, nil, &count, bytes, Int32(bytes.count)))
    }

    /// Encrypts or decrypts the message; nothing may trust the result before the tag is verified.
    func update(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: bytes.count)
        var count: Int32 = 0
        expectSuccess(EVP_CipherUpdate(context, &output, &count, bytes, Int32(bytes.count)))
        return output
    }

    /// Ends an encryption and gives its tag.
    func tag(size: Int) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: size)
        var count: Int32 = 0
        expectSuccess(EVP_CipherFinal_ex(context, nil, &count))
        expectSuccess(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(size), &tag))
        return tag
    }

    /// Ends a decryption and tells whether it was the message that was sealed.
    func verifies(_ tag: [UInt8]) -> Bool {
        var tag = tag
        var count: Int32 = 0
        let size = Int32(tag.count)
        expectSuccess(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, size, &tag))
        return EVP_CipherFinal_ex(context, nil, &count) == 1
    }
}

/// Traps unless a libcrypto call that can only run out of memory succeeded.
private func expectSuccess(_ status: Int32) {
    precondition(status == 1, "libcrypto could not go on with a message; it is out of memory.")
}
