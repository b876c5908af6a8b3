#if !canImport(HealthKit)
public import Foundation

/// A query that gives the sources of the samples that match a predicate.
open class HKSourceQuery: HKQuery, @unchecked Sendable {
    private let selection: SampleSelection
    private let handler: HandlerBox<@Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void>

    /// Makes a query.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        samplePredicate objectPredicate: NSPredicate?,
        completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
    ) {
        selection = SampleSelection(type: sampleType, filter: SampleFilter(objectPredicate))
        handler = HandlerBox(completionHandler)
        super.init(objectType: sampleType, predicate: objectPredicate)
    }

    override func perform(on server: HealthServer) async {
        let (answer, error) = await outcome { try await selection.sources(on: server) }
        guard let handler = handler.take() else { return }
        await run.deliver { handler(self, answer, error) }
    }
}

extension SampleSelection {
    /// The sources of the samples that are in the selection.
    ///
    /// The server lists the sources of all types, so each is asked for one sample that matches.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func sources(on server: HealthServer) async throws -> Set<HKSource> {
        try check()
        let bounds = filter.bounds
        var found: Set<HKSource> = []
        if bounds.isEmpty { return found }
        for source in try await server.sources() where !found.contains(source) {
            let isAskedFor = bounds.bundleIdentifiers?.contains(source.bundleIdentifier) ?? true
            guard isAskedFor, try await hasSample(of: source, bounds, on: server) else { continue }
            found.insert(source)
        }
        return found
    }

    private func hasSample(
        of source: HKSource,
        _ bounds: SampleBounds,
        on server: HealthServer
    ) async throws -> Bool {
        var pages = SamplePages(
            self,
            bounds: bounds,
            isDescending: true,
            sourceIDs: source.id.map { [$0] },
            on: server
        )
        var size = 1
        while let page = try await pages.next(size: size) {
            if !page.isEmpty { return true }
            size = 1000
        }
        return false
    }
}
#endif
