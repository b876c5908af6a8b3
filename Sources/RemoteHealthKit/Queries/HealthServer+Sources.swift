#if !canImport(HealthKit)
import JSON

extension HealthServer {
    /// Reads the sources that the program may know of.
    ///
    /// One `HKSource` may stand for several of these; their `id` tells them apart.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func sources() async throws -> [HKSource] {
        try await call("GET", ["sources"]) { json in
            try (json["sources"]?.elements).map { try $0.map { try HKSource(from: $0) } } ?? []
        }
    }
}
#endif
