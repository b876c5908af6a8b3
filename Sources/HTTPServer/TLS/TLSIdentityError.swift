/// Why a certificate and its key cannot be used.
package struct TLSIdentityError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a file holds.
    package enum Part: Sendable {
        /// The certificate and what leads to its authority.
        case certificate
        /// The private key.
        case key
    }

    /// Which of the two is at fault.
    package let part: Part

    /// One clause for the operator; it holds nothing of the key.
    package let description: String

    /// Makes an error.
    init(_ part: Part, _ description: String) {
        self.part = part
        self.description = description
    }
}
