import HealthAPI

/// Who makes the calls of a column of the matrix.
enum AttackColumn: String, CaseIterable, Sendable {
    case noToken = "no token"
    case malformedHeader = "malformed header"
    case unknownToken = "unknown token"
    case expiredToken = "expired token"
    case revokedToken = "revoked token"
    case suspendedClient = "suspended client"
    case tokenInQuery = "token in the query"
    case pageCookie = "cookie of the pages"
    case ofAnotherUser = "client of another user"
    case withoutGrants = "client without grants"
    case withGrants = "client with grants"
    case auditor = "auditor"
    case admin = "admin"
    case owner = "owner"

    /// The columns of this server: clients are suspended where there is a call for it.
    static let ofServer = allCases.filter { $0 != .suspendedClient || canSuspend }

    /// Whether clients can be suspended.
    static let canSuspend = Route.patterns.contains {
        $0.method == "PATCH" && $0.path == "/v1/clients/{client}"
    }

    /// Whether it is told from others by more than its `Authorization`.
    var hasOwnForm: Bool { self == .tokenInQuery || self == .pageCookie }

    /// What the matrix has to show in a row.
    func expectation(_ permission: String, _ row: RouteRow) -> MatrixCell {
        if permission == "anyone" { return hasOwnForm ? .admitted : .asWithoutToken }
        switch self {
        case .noToken, .malformedHeader, .unknownToken, .expiredToken, .revokedToken,
            .tokenInQuery, .pageCookie:
            return .refused("401 unauthenticated")
        case .suspendedClient: return .refused("403 clientSuspended")
        case .ofAnotherUser:
            let isOfUser = permission == "healthData"
            return .refused(isOfUser ? "404 userNotFound" : "403 forbidden")
        case .withoutGrants, .withGrants:
            return permission == "healthData" ? .admitted : .refused("403 forbidden")
        case .auditor:
            return permission == "inspect" ? .admitted : .refused("403 forbidden")
        case .admin, .owner:
            if row.isOfClientsAlone { return .refused("403 forbidden") }
            let isAdmitted = self == .owner || permission != "own"
            return isAdmitted ? .admitted : .refused("403 forbidden")
        }
    }
}

extension RouteRow {
    /// Whether only a client can mean it: it asks a person for itself.
    var isOfClientsAlone: Bool { name == "POST /v1/users/{user}/authorization-requests" }
}

/// What is in a cell of the matrix.
enum MatrixCell: Equatable, CustomStringConvertible {
    /// Status and code of a refusal that says who may not.
    case refused(String)
    /// Past all questions of who asks.
    case admitted
    /// What a stranger gets: the call does not look at tokens.
    case asWithoutToken

    /// Reads an answer; where the call is open to all, with the status that a stranger gets.
    init(_ answer: Answer, strangersStatus: Int?) {
        let refusals = [
            "401 unauthenticated", "403 forbidden", "404 userNotFound", "403 clientSuspended",
        ]
        if refusals.contains(answer.summary) || answer.status >= 500 {
            self = .refused(answer.summary)
        } else {
            self = answer.status == strangersStatus ? .asWithoutToken : .admitted
        }
    }

    var description: String {
        switch self {
        case .refused(let summary): summary
        case .admitted: "admitted"
        case .asWithoutToken: "as without a token"
        }
    }
}
