import Foundation

/// What a program that we start finds around it.
package struct ChildSetting: Sendable {
    /// Where one of its standard streams leads.
    package enum Stream: Sendable, Hashable {
        /// To nothing.
        case null
        /// To a file, which is read from its beginning or appended to; made if need be, for its
        /// owner alone.
        case file(String)
        /// To a file of ours that is open; its number is above 2.
        case descriptor(Int32)
        /// For standard error: to where standard output goes.
        case sameAsOutput
    }

    /// Its environment; ours unless another is given.
    package var environment: [String: String]
    /// The directory it starts in; nil for ours.
    package var directory: String?
    /// Its standard input.
    package var input: Stream
    /// Its standard output.
    package var output: Stream
    /// Its standard error.
    package var errors: Stream
    /// Whether it has a process group of its own, so that a Ctrl-C meant for us does not reach it.
    package var hasOwnGroup: Bool

    /// Makes a setting; without arguments a program with our environment that is heard of no more.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        directory: String? = nil,
        input: Stream = .null,
        output: Stream = .null,
        errors: Stream = .null,
        hasOwnGroup: Bool = false
    ) {
        self.environment = environment
        self.directory = directory
        self.input = input
        self.output = output
        self.errors = errors
        self.hasOwnGroup = hasOwnGroup
    }
}

/// A program could not be started.
package struct SpawnError: Error, Hashable, CustomStringConvertible {
    /// What was to be run.
    package let program: String
    /// Why not, in the system's words.
    package let reason: String

    package var description: String { "\(program) could not be started: \(reason)" }
}
