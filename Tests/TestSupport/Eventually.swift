/// The condition that a test waited for did not come about.
package struct NeverHappened: Error, CustomStringConvertible {
    /// What was waited for.
    package let description: String
}

/// Waits until a condition holds, looking again every few milliseconds, for a minute at most: a busy
/// machine may be slow, and who need not wait does not.
///
/// - Throws: `NeverHappened`; what the condition throws.
package func eventually(
    _ what: String,
    within limit: Duration = .seconds(60),
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw NeverHappened(description: what) }
        try await Task.sleep(for: .milliseconds(5))
    }
}
