/// The header fields of a message, in the order they were sent.
///
/// Names are compared without regard to ASCII case (RFC 9110 section 5.1) and may repeat.
package struct HTTPHeaders: Sendable {
    /// Every field as sent.
    package let pairs: [(name: String, value: String)]

    /// Makes the fields from names and values, keeping their order.
    package init(_ pairs: [(name: String, value: String)]) {
        self.pairs = pairs
    }

    /// The value of the first field of that name.
    ///
    /// - Complexity: O(number of fields).
    package subscript(name: String) -> String? {
        pairs.first { equalIgnoringCase($0.name, name) }?.value
    }

    /// Returns the values of all fields of that name, in order; empty when there is none.
    package func values(of name: String) -> [String] {
        pairs.filter { equalIgnoringCase($0.name, name) }.map(\.value)
    }
}

/// Tells whether two strings are equal once ASCII letters are lowered.
func equalIgnoringCase(_ left: String, _ right: String) -> Bool {
    let left = left.utf8
    let right = right.utf8
    return left.count == right.count && zip(left, right).allSatisfy { lowered($0) == lowered($1) }
}

private func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
