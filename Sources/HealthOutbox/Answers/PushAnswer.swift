package import JSON

/// What became of the samples of a push, or of those to be deleted.
package struct PushAnswer: Sendable {
    /// What can become of a sample.
    package enum Outcome: String, Sendable, CaseIterable {
        /// It is new.
        case stored
        /// It took the place of an older version.
        case replaced
        /// It was there already; of a deletion: it was gone already.
        case duplicate
        /// A newer version was there already.
        case ignored
        /// It was refused, with a code.
        case rejected
    }

    /// A sample that was not simply stored or deleted.
    package struct Exception: Sendable {
        /// Its place in the batch, from 0.
        package let index: Int
        /// What became of it.
        package let outcome: Outcome
        /// Why it was refused; without a code where it was not.
        package let refusal: Refusal
    }

    /// The exceptions, by index.
    package let exceptions: [Exception]
    /// How many were simply stored, or deleted.
    package let stored: Int
    private let counts: [Outcome: Int]

    /// Reads the answer to a push.
    ///
    /// - Throws: `OutboxError` with `answer`, where it is none.
    package init(_ root: JSONValue) throws {
        try self.init(root, nameOfStored: "stored")
    }

    /// Reads the answer to a deletion; what was deleted is counted as `stored`.
    ///
    /// - Throws: `OutboxError` with `answer`, where it is none.
    init(deletion root: JSONValue) throws {
        try self.init(root, nameOfStored: "deleted")
    }

    private init(_ root: JSONValue, nameOfStored: String) throws {
        stored = try root.count(nameOfStored)
        guard let outcomes = root["outcomes"]?.elements else {
            throw OutboxError(.answer, "the server's answer to a push has no outcomes")
        }
        exceptions = try outcomes.map { try Exception($0) }
        // Those that have no place in the list of outcomes are only in the counts.
        var counts: [Outcome: Int] = [:]
        for outcome in Outcome.allCases where outcome != .stored {
            let isTold = root[outcome.rawValue] != nil
            counts[outcome] = isTold ? try root.count(outcome.rawValue) : 0
        }
        self.counts = counts
    }

    /// How many samples had an outcome.
    package func count(_ outcome: Outcome) -> Int {
        outcome == .stored ? stored : counts[outcome] ?? 0
    }

    /// How many samples it is about.
    package var total: Int { Outcome.allCases.reduce(0) { $0 + count($1) } }

    /// The exceptions that were refused.
    package var rejections: [Exception] { exceptions.filter { $0.outcome == .rejected } }
}

extension PushAnswer.Exception {
    fileprivate init(_ entry: JSONValue) throws {
        index = try entry.count("index")
        let name = entry["outcome"]?.string ?? ""
        guard let outcome = PushAnswer.Outcome(rawValue: name) else {
            throw OutboxError(.answer, "the server answered with the unknown outcome '\(name)'")
        }
        self.outcome = outcome
        refusal = Refusal(entry) ?? Refusal(code: "", detail: "")
    }
}

extension JSONValue {
    /// A member that is a whole number, and no negative one.
    fileprivate func count(_ name: String) throws -> Int {
        guard let number = self[name]?.int, number >= 0 else {
            throw OutboxError(
                .answer,
                "the server's answer has no '\(name)': is it a Tributary server?"
            )
        }
        return Int(number)
    }
}
