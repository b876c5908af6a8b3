@testable import RemoteHealthKit

/// A snippet did not call its completion handler.
struct NoAnswer: Error {}

/// Runs a snippet and waits for what its completion handler is given first.
///
/// - Throws: `NoAnswer` when the test is cancelled before: the suite needs a time limit.
func answer<Answer: Sendable>(
    _ snippet: (@escaping @Sendable (Answer) -> Void) throws -> Void
) async throws -> Answer {
    let (answers, listener) = AsyncStream.makeStream(of: Answer.self)
    try snippet { listener.yield($0) }
    for await answer in answers { return answer }
    throw NoAnswer()
}

extension RemoteStore {
    /// What the server calls the app.
    ///
    /// All tests have the one name, so that the process may have it.
    var source: HKSource { HKSource(name: "App", bundleIdentifier: Self.bundleIdentifier) }
}
