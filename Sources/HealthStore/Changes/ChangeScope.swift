import HealthModel
import Postgres

/// Which changes a reader is told of: those of some types, as far as it may see them.
///
/// Types are numbers, sorted, each in one of the lists at most.
package struct ChangeScope: Hashable, Sendable {
    /// The types of which every change is told.
    package var whole: [Int16]
    /// The types of correlations that are seen by what they hold, or where the client saved them.
    package var partly: [Int16]
    /// The types of which only the client's own changes are told.
    package var own: [Int16]
    /// The types by which a correlation is seen that holds one of them.
    package var contained: [Int16]
    /// Whose own changes; nil for the operator.
    package var client: ClientID?

    /// Divides types by what a caller may see of them.
    package init(_ types: [Int16], access: ReadAccess) {
        let types = types.sorted()
        switch access {
        case .everything:
            whole = types
            (partly, own, contained, client) = ([], [], [], nil)
        case .types(let readable, let owner):
            let isCorrelation = { (type: Int16) in CorrelationType(rawValue: type) != nil }
            contained = readable.sorted()
            let known = Set(readable)
            whole = types.filter(known.contains)
            // Who reads nothing sees the correlations that it saved: others hold others' samples.
            partly = readable.isEmpty ? [] : types.filter(isCorrelation)
            let told = Set(whole + partly)
            own = types.filter { !told.contains($0) }
            client = owner
        }
    }

    /// Whether there may be changes of the types that are not told.
    var isShared: Bool { !own.isEmpty || !partly.isEmpty }

    /// What the caller may see of what correlations hold.
    var access: ReadAccess {
        client.map { .types(contained, ownedBy: $0) } ?? .everything
    }

    /// `$2` to `$6` of the statements of `ChangeSQL`.
    var binds: [Bind] {
        [
            .int2Array(whole), .int2Array(partly), .int2Array(own), .int4(client?.number),
            .int2Array(contained),
        ]
    }
}
