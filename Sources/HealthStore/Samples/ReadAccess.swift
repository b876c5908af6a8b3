import HealthModel
import Postgres

/// What a caller may see where one answer holds samples of several types.
package enum ReadAccess: Hashable, Sendable {
    /// Everything of the user.
    case everything
    /// Samples of some types, and of all types those that this client saved.
    case types([Int16], ownedBy: ClientID)

    /// The client to look at, for a `$n IS NULL OR client_id = $n OR type_id = ANY($m)`.
    var clientBind: Bind {
        switch self {
        case .everything: .int4(Int32?.none)
        case .types(_, let client): .int4(client.number)
        }
    }

    /// The types to look at.
    var typesBind: Bind {
        switch self {
        case .everything: .int2Array([])
        case .types(let types, _): .int2Array(types)
        }
    }
}
