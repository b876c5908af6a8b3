#if !canImport(HealthKit)
/// A question for the samples of one selection or of several.
struct SampleQuestion: Sendable {
    /// The selections; a sample that is in two of them is given once.
    let selections: [SampleSelection]
    /// The order of the answer.
    let order: SampleOrder
    /// The most samples of the answer; all where it is `HKObjectQueryNoLimit`.
    let limit: Int

    /// Asks the server.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func samples(on server: HealthServer) async throws -> [HKSample] {
        guard !selections.isEmpty else {
            throw HKError.failure(.errorInvalidArgument, "A query needs a query descriptor.")
        }
        var samples: [HKSample] = []
        var known: Set<HKSample> = []
        for selection in selections {
            let reader = SampleReader(selection: selection, server: server)
            samples += try await reader.read(order, limit: limit)
                .filter { known.insert($0).inserted }
        }
        if selections.count > 1 { samples = merged(samples) }
        return limit == HKObjectQueryNoLimit ? samples : Array(samples.prefix(limit))
    }

    /// Sorts what came selection by selection.
    private func merged(_ samples: [HKSample]) -> [HKSample] {
        order.sorted(samples.sorted { $0.startDate < $1.startDate })
    }
}
#endif
