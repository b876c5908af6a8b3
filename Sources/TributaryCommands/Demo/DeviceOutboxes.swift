import HealthOutbox

/// The outboxes of simulated devices, one each.
struct DeviceOutboxes: Sendable {
    private let directory: String
    private let devices: [(outbox: HealthOutbox, destination: OutboxDestination)]

    /// Opens the outbox of every device in a directory.
    ///
    /// - Parameter destinations: Where each device's samples go.
    /// - Throws: `OutboxError`.
    init(in directory: String, to destinations: [OutboxDestination]) throws {
        self.directory = directory
        devices = try destinations.enumerated().map { index, destination in
            (try HealthOutbox(directory: "\(directory)/device-\(index + 1)"), destination)
        }
    }

    /// Sends what a run before left, then pushes in their order, and counts for each device.
    ///
    /// Once one cannot be sent, the others are still put into their outboxes.
    ///
    /// - Throws: `CommandError` for what could not be sent, `OutboxError` for what could not be kept.
    func send(_ pushes: [SimulatedWeek.Push]) async throws -> [PushCounts] {
        var counts = devices.map { _ in PushCounts() }
        var failure: (any Error)?
        for device in devices.indices {
            failure = await drain(device, &counts, after: failure)
        }
        for push in pushes {
            try await devices[push.device].outbox.append(samples: push.drafts)
            failure = await drain(push.device, &counts, after: failure)
        }
        for device in devices { await device.outbox.close() }
        if let failure { throw failure }
        return counts
    }

    private func drain(
        _ device: Int,
        _ counts: inout [PushCounts],
        after failure: (any Error)?
    ) async -> (any Error)? {
        guard failure == nil else { return failure }
        let (outbox, destination) = devices[device]
        let result = await outbox.drain(to: destination)
        counts[device].count(result.tally)
        switch result.end {
        case .empty: return nil
        case .cancelled: return CancellationError()
        case .failed(let error): return error
        case .exhausted(let reason), .refused(let reason):
            return CommandError("\(reason) (what was not sent is in \(directory))")
        }
    }
}
