import HealthModel
import HealthStore
import Synchronization

/// Keeps when tokens were last used, and writes it down at most once in a while, for all at once.
///
/// Nothing is done where no token is used.
final class TokenUses: Sendable {
    private struct State {
        var pending: [TokenID: Instant] = [:]
        var latest: [TokenID: Instant] = [:]
        var writer: Task<Void, Never>?
        var writtenAt: ContinuousClock.Instant?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let interval: Duration
    private let onFailure: @Sendable (any Error) -> Void
    private let write: @Sendable ([TokenID: Instant]) async throws -> Void

    /// The most tokens whose last use is kept between two writes.
    private static let capacity = 100_000

    /// Makes a keeper.
    init(
        interval: Duration = .seconds(60),
        onFailure: @escaping @Sendable (any Error) -> Void,
        write: @escaping @Sendable ([TokenID: Instant]) async throws -> Void
    ) {
        self.interval = interval
        self.onFailure = onFailure
        self.write = write
    }

    /// Notes that a token is used.
    func note(_ token: TokenID, at time: Instant) {
        state.withLock { state in
            guard !state.isClosed else { return }
            if state.latest.count >= Self.capacity { state.latest.removeAll() }
            state.latest[token] = max(time, state.latest[token] ?? time)
            guard state.pending.count < Self.capacity || state.pending[token] != nil else { return }
            state.pending[token] = state.latest[token]
            guard state.writer == nil else { return }
            let due = state.writtenAt.map { $0 + interval } ?? .now
            state.writer = Task { [weak self] in
                // Cancelled, it leaves what there is to who closes.
                guard (try? await Task.sleep(until: due)) != nil else { return }
                await self?.flush()
            }
        }
    }

    /// When a token was last used, as far as this server knows by itself.
    func lastUse(of token: TokenID) -> Instant? {
        state.withLock { $0.latest[token] }
    }

    /// Writes what is left, and takes no more.
    func close() async {
        let writer = state.withLock { state in
            state.isClosed = true
            return state.writer
        }
        writer?.cancel()
        await writer?.value
        await flush()
    }

    private func flush() async {
        let uses = state.withLock { state in
            state.writer = nil
            state.writtenAt = .now
            defer { state.pending = [:] }
            return state.pending
        }
        guard !uses.isEmpty else { return }
        do {
            try await write(uses)
        } catch {
            onFailure(error)
            // To be written with those that come.
            state.withLock { $0.pending.merge(uses) { max($0, $1) } }
        }
    }
}
