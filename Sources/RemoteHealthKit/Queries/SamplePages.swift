#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// The samples of a selection, page by page, in the order of their starts.
///
/// The server narrows by what it has words for; every sample is judged here again.
struct SamplePages {
    private let selection: SampleSelection
    private let server: HealthServer
    private let parameters: [(name: String, value: String?)]
    private var place = Place.first

    private enum Place {
        case first
        case after(String)
        case end
    }

    /// Makes the pages of a selection, which begin with the earliest or the latest start.
    ///
    /// - Throws: `HKError`, where the sources that a filter names cannot be asked for.
    init(
        _ selection: SampleSelection,
        bounds: SampleBounds,
        isDescending: Bool,
        on server: HealthServer
    ) async throws {
        var ids: [String]?
        if let bundles = bounds.bundleIdentifiers {
            ids = try await server.sources().filter { bundles.contains($0.bundleIdentifier) }
                .compactMap(\.id)
        }
        self.init(
            selection,
            bounds: bounds,
            isDescending: isDescending,
            sourceIDs: ids,
            on: server
        )
    }

    /// Makes the pages of the samples in a selection that come from sources; from any for nil.
    init(
        _ selection: SampleSelection,
        bounds: SampleBounds,
        isDescending: Bool,
        sourceIDs: [String]?,
        on server: HealthServer
    ) {
        self.selection = selection
        self.server = server
        var parameters: [(name: String, value: String?)] = [
            ("type", selection.type.identifier), ("order", isDescending ? "-start" : "start"),
        ]
        parameters += bounds.parameters(of: selection.type)
        if let sourceIDs {
            if sourceIDs.isEmpty { place = .end }
            // The list goes into the address, which has an end.
            if sourceIDs.count <= 50 {
                parameters.append(("source", sourceIDs.joined(separator: ",")))
            }
        }
        self.parameters = parameters
    }

    /// Gives the samples of the next page that match, which may be none; nil after the last page.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    mutating func next(size: Int) async throws -> [HKSample]? {
        try Task.checkCancellation()
        let cursor: String?
        switch place {
        case .first: cursor = nil
        case .after(let text): cursor = text
        case .end: return nil
        }
        let page = try await server.call(
            "GET",
            ["samples"],
            query: parameters + [("cursor", cursor), ("limit", "\(min(max(size, 1), 1000))")]
        ) { json in
            SamplePage(
                samples: try (json["samples"]?.elements).map { try $0.map { try sample(from: $0) } }
                    ?? [],
                cursor: json["cursor"]?.string
            )
        }
        place = page.cursor.map { .after($0) } ?? .end
        return page.samples.filter(selection.contains)
    }
}

/// One answer of the server.
private struct SamplePage: Sendable {
    let samples: [HKSample]
    let cursor: String?
}
#endif
