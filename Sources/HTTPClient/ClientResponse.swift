/// An answer that has arrived whole.
package struct ClientResponse: Sendable {
    /// The status code.
    package let status: Int

    /// The header fields, in order.
    package let headers: ResponseHeaders

    /// The body.
    package let body: [UInt8]
}

/// The header fields of an answer, in the order they were sent.
///
/// Names are compared without regard to ASCII case (RFC 9110 section 5.1) and may repeat.
package struct ResponseHeaders: Sendable {
    /// Every field as sent.
    package let pairs: [(name: String, value: String)]

    /// Takes fields.
    package init(pairs: [(name: String, value: String)]) {
        self.pairs = pairs
    }

    /// The value of the first field of that name.
    ///
    /// - Complexity: O(number of fields).
    package subscript(name: String) -> String? { values(of: name).first }

    /// Returns the values of all fields of that name, in order; empty when there is none.
    package func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return pairs.filter { $0.name.lowercased() == wanted }.map(\.value)
    }
}
