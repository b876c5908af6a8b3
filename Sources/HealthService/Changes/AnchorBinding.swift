import Crypto
import HealthModel
import HealthStore

/// What an anchor belongs to beside user and client: a type filter, and what the client may see.
struct AnchorBinding: Hashable, Sendable {
    /// The filter spelled out; empty for all types.
    let filter: String
    /// Eight bytes that stand for what of the filter's types the client does not see.
    ///
    /// Whoever may see more than before has missed earlier samples, whoever may see less holds
    /// samples that it would hear no more of: both have to start over. What is hidden counts, not
    /// what is seen, so that types that a later version adds change nothing for those who read all.
    let visibility: [UInt8]

    private let types: Set<Int16>?

    /// Binds to a filter of types, nil for all, and to what the caller may see of them now.
    init(types: Set<Int16>?, access: UserAccess) {
        self.types = types
        filter = types.map { $0.sorted().map(String.init).joined(separator: ",") } ?? ""
        var relevant = types ?? Set(Catalogue.sampleTypes.map(\.id))
        // Correlations are seen by what they hold, whether or not the filter names that.
        if relevant.contains(where: { CorrelationType(rawValue: $0) != nil }) {
            relevant.formUnion(Catalogue.sampleTypes.map(\.id))
        }
        let hidden = relevant.filter {
            CorrelationType(rawValue: $0) == nil && access.visibility(of: $0) != .all
        }
        let text = hidden.sorted().map(String.init).joined(separator: ",")
        visibility = Array(SHA256.hash(Array(text.utf8)).prefix(8))
    }

    /// Whether a caller sees as much as when this was made.
    func isGood(for access: UserAccess) -> Bool {
        AnchorBinding(types: types, access: access) == self
    }
}
