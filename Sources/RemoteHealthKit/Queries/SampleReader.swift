#if !canImport(HealthKit)
import Foundation
import HTTPClient
import HealthModel
import JSON

/// Reads the samples of a selection in an order, as many as are asked for.
struct SampleReader: Sendable {
    /// What to read.
    let selection: SampleSelection
    /// Where.
    let server: HealthServer

    /// The most samples that are sorted here, where the server has no such order.
    static let sortingLimit = 100_000

    /// The most samples that are asked for one by one, by their identifiers.
    private static let identifierLimit = 20

    /// Reads the first samples in an order; all where the limit is `HKObjectQueryNoLimit`.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` for what cannot be asked, and where more samples
    ///   match than can be sorted by another key than the start; `CancellationError`.
    func read(_ order: SampleOrder, limit: Int) async throws -> [HKSample] {
        try selection.check()
        if let problem = order.problem { throw HKError.failure(.errorInvalidArgument, problem) }
        guard limit >= 0 else {
            throw HKError.failure(.errorInvalidArgument, "The limit of a query is negative.")
        }
        let bounds = selection.filter.bounds
        if bounds.isEmpty { return [] }
        let wanted = limit == HKObjectQueryNoLimit ? Int.max : limit
        let samples: [HKSample]
        if let identifiers = bounds.identifiers, identifiers.count <= Self.identifierLimit {
            samples = order.sorted(try await byIdentifiers(identifiers))
        } else if order.isByStart {
            samples = order.sorted(try await byStart(order, bounds, wanted))
        } else {
            samples = order.sorted(try await all(bounds))
        }
        return Array(samples.prefix(wanted))
    }

    /// Reads in the server's order until there are enough, and those with the same start as the
    /// last where further keys decide between them.
    private func byStart(
        _ order: SampleOrder,
        _ bounds: SampleBounds,
        _ wanted: Int
    ) async throws -> [HKSample] {
        var samples: [HKSample] = []
        var pages = try await pages(bounds, isDescending: order.isDescending)
        while let page = try await pages.next(size: size(order, wanted - samples.count)) {
            samples += page
            guard samples.count >= wanted else { continue }
            let isComplete = samples.last?.startDate != samples[wanted - 1].startDate
            if !order.hasFurtherKeys || isComplete { break }
        }
        return samples
    }

    /// Reads everything, as far as that can be sorted.
    private func all(_ bounds: SampleBounds) async throws -> [HKSample] {
        var samples: [HKSample] = []
        var pages = try await pages(bounds, isDescending: false)
        while let page = try await pages.next(size: 1000) {
            samples += page
            guard samples.count <= Self.sortingLimit else {
                throw HKError.failure(
                    .errorInvalidArgument,
                    "More than \(Self.sortingLimit) samples match: sort them by their start, or"
                        + " narrow the predicate."
                )
            }
        }
        return samples
    }

    /// Asks for one sample after the other, and gives them in the order of their starts.
    private func byIdentifiers(_ identifiers: Set<UUID>) async throws -> [HKSample] {
        var samples: [HKSample] = []
        for identifier in identifiers {
            guard let sample = try await server.sample(identifier) else { continue }
            if selection.contains(sample) { samples.append(sample) }
        }
        return samples.sorted { $0.startDate < $1.startDate }
    }

    private func pages(_ bounds: SampleBounds, isDescending: Bool) async throws -> SamplePages {
        try await SamplePages(selection, bounds: bounds, isDescending: isDescending, on: server)
    }

    /// A page holds as many as are missing, or more where most of them may not match.
    private func size(_ order: SampleOrder, _ missing: Int) -> Int {
        if case .constant(true) = selection.filter, !order.hasFurtherKeys { return missing }
        return max(missing, 100)
    }
}

extension HealthServer {
    /// Reads one sample; nil where there is none that the program may see.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func sample(_ identifier: UUID) async throws -> HKSample? {
        do {
            return try await call("GET", ["samples", identifier.uuidString.lowercased()]) {
                try RemoteHealthKit.sample(from: $0)
            }
        } catch let error as HKError where error.problemCode == "sampleNotFound" {
            return nil
        }
    }
}

extension HKError {
    /// The server's code for what went wrong; nil where the server did not say.
    var problemCode: String? { userInfo[RemoteHealthErrorKey.problemCode] as? String }
}

/// Reads the samples of a type that match a predicate, the earliest start first.
///
/// - Parameter limit: The most samples; all where it is `HKObjectQueryNoLimit`.
/// - Throws: `HKError`; `CancellationError`.
func matchingSamples(
    of type: HKSampleType,
    _ predicate: NSPredicate?,
    on server: HealthServer,
    limit: Int
) async throws -> [HKSample] {
    let selection = SampleSelection(type: type, filter: SampleFilter(predicate))
    return try await SampleReader(selection: selection, server: server).read(.start, limit: limit)
}
#endif
