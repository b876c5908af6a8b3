/// Why an outbox cannot do what it was asked to.
package struct OutboxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure; more may come.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// Another process, or another part of this one, has the outbox.
        package static let inUse = Code("inUse")
        /// The outbox was closed.
        package static let closed = Code("closed")
        /// The disk, or what is on it, does not let itself be read or written.
        package static let disk = Code("disk")
        /// A file of the queue is not what was once written.
        package static let damaged = Code("damaged")
        /// A server's answer is not one to what was sent.
        package static let answer = Code("answer")
    }

    /// The kind of failure.
    package let code: Code

    /// One line that may be shown: paths and reasons, no health value and no token.
    package let description: String

    /// Makes an error.
    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
