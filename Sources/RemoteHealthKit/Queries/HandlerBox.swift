#if !canImport(HealthKit)
import Synchronization

/// A handler of a query, until it is taken or the query lets it go.
///
/// Handlers often hold the query or what holds it: letting go of them when there is nothing more
/// to tell lets all of it be freed.
final class HandlerBox<Handler: Sendable>: Sendable {
    private let content: Mutex<Handler?>

    /// Makes a box with a handler in it, or an empty one.
    init(_ handler: Handler?) { content = Mutex(handler) }

    /// The handler; nil where there is none, or none any more.
    var handler: Handler? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }

    /// Takes the handler out.
    func take() -> Handler? {
        content.withLock { handler in
            defer { handler = nil }
            return handler
        }
    }
}

/// Does something, and gives its result or its error as handlers are told them.
func outcome<Value: Sendable>(
    _ work: () async throws -> Value
) async -> (value: Value?, error: (any Error)?) {
    do {
        return (try await work(), nil)
    } catch {
        return (nil, error is CancellationError ? error : HKError(anyError: error))
    }
}
#endif
