/// A person whose data is stored; random, so that ids neither count nor order people.
package struct UserID: Hashable, Sendable, CustomStringConvertible {
    /// The number the database holds; positive.
    package let number: Int64

    /// Wraps a number read from the database.
    package init(number: Int64) {
        self.number = number
    }

    /// Draws a new identifier.
    package static func random(using generator: inout some RandomNumberGenerator) -> UserID {
        UserID(number: Int64.random(in: 1...Int64.max, using: &generator))
    }

    /// Parses the 16 lower-case hexadecimal digits that `description` prints.
    package init?(_ text: some StringProtocol) {
        let isCanonical =
            text.utf8.count == 16
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
        guard isCanonical, let bits = UInt64(text, radix: 16), let number = Int64(exactly: bits),
            number > 0
        else { return nil }
        self.number = number
    }

    /// Sixteen lower-case hexadecimal digits.
    package var description: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// An app that acts for users; small, as every sample carries one.
package struct ClientID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number the database holds: positive, or 0 for the operator.
    package let number: Int32

    /// Wraps a number read from the database.
    package init(number: Int32) {
        self.number = number
    }

    /// Who saved what an admin pushed.
    package static let `operator` = ClientID(number: 0)

    /// Parses a positive decimal number without sign or leading zero.
    package init?(_ text: some StringProtocol) {
        guard let number = Int32(text), number > 0, String(number) == text else { return nil }
        self.number = number
    }

    /// The number in decimal.
    package var description: String { String(number) }

    package static func < (left: ClientID, right: ClientID) -> Bool { left.number < right.number }
}

/// A source of one user, as its rows refer to it; `key` is what clients see.
package struct SourceID: Hashable, Comparable, Sendable {
    /// The number the database holds; positive, counted per user.
    package let number: Int32

    /// Wraps a number read from the database.
    package init(number: Int32) {
        self.number = number
    }

    package static func < (left: SourceID, right: SourceID) -> Bool { left.number < right.number }
}
