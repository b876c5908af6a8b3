/// A part of the benchmark that can be run by itself, with a server of its own.
enum BenchSection: String, CaseIterable, Sendable {
    /// The merge engine on one core, without a server.
    case engine
    /// Pushes in several sizes and shapes.
    case ingest
    /// Reads of histories of several lengths.
    case reads
    /// Reads of somebody of whose samples a client may see its own only, few or many hidden ones.
    case hidden
    /// What a sample takes on disk, and what is left of those that were replaced.
    case storage
    /// Memory, threads and the start of a server that is a process of its own.
    case process
    /// Ingest and reads while a store grows.
    case scale

    /// What is measured unless something is asked for: all but what takes long.
    static let usual: [BenchSection] = allCases.filter { $0 != .scale }

    /// Reads a list such as `ingest,reads`; the answer has each once, in the order of a run.
    ///
    /// - Throws: `UsageError` for a name that there is not.
    static func list(_ text: String) throws -> [BenchSection] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names where BenchSection(rawValue: name) == nil {
            let known = allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there is no section '\(name)'; there are \(known)")
        }
        return allCases.filter { names.contains($0.rawValue) }
    }
}
