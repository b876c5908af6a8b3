package import HealthAPI
package import HealthStore

/// Who makes a request.
package enum Principal: Hashable, Sendable {
    /// Somebody who acts for the operator.
    case admin(Administrator)
    /// A client that acts for one user.
    case client(TokenBearer)

    /// How the audit log names it.
    package var auditName: String {
        switch self {
        case .admin(let administrator): administrator.auditName
        case .client(let bearer): "client:\(bearer.client.id)"
        }
    }

    /// Insists on what a call needs.
    ///
    /// - Throws: `Problem` with `forbidden`.
    package func require(_ permission: Permission) throws {
        guard has(permission) else { throw Problem(.forbidden, refusal(of: permission)) }
    }

    private func has(_ permission: Permission) -> Bool {
        switch self {
        case .admin(let administrator): administrator.role.includes(permission)
        case .client: permission == .anyone || permission == .healthData
        }
    }

    private func refusal(of permission: Permission) -> String {
        switch permission {
        case .anyone, .healthData: "An auditor sees no health data."
        case .inspect: "This call needs an admin's or an auditor's token."
        case .administer: "This call needs an admin token."
        case .own: "This call needs the owner's token."
        }
    }
}

extension Role {
    /// Whether it may make calls that need a permission.
    func includes(_ permission: Permission) -> Bool {
        switch self {
        case .owner: true
        case .admin: permission != .own
        case .auditor: permission == .anyone || permission == .inspect
        }
    }
}

/// A caller together with the user whose data the request is about.
///
/// It exists only where the caller may act for that user: every handler of health data takes one.
package struct UserAccess: Sendable {
    /// Whose data.
    package let user: UserID
    /// Who asks.
    package let principal: Principal

    /// Admits a caller to the user a path names; `me` is the token's own user.
    ///
    /// - Throws: `Problem` with `userNotFound`, in the same words for a user that does not exist
    ///   and for one that the caller's token is not for; `forbidden` for an auditor.
    package init(path: String, principal: Principal) throws {
        // The route was asked already; a handler that is reached some other way asks again.
        try principal.require(.healthData)
        self.principal = principal
        switch principal {
        case .admin:
            guard let user = UserID(path) else { throw Self.notFound }
            self.user = user
        case .client(let bearer):
            guard path == "me" || UserID(path) == bearer.user else { throw Self.notFound }
            user = bearer.user
        }
    }

    /// Admits a client to its own user.
    init(_ bearer: TokenBearer) {
        principal = .client(bearer)
        user = bearer.user
    }

    /// The answer for a user who does not exist.
    package static let notFound = Problem(.userNotFound, "There is no such user.")

    /// The client that acts, or the operator.
    package var client: ClientID {
        switch principal {
        case .admin: .operator
        case .client(let bearer): bearer.client.id
        }
    }

    /// What the caller may see of a type: everything, or what it saved itself.
    package func visibility(of typeID: Int16) -> Visibility {
        switch principal {
        case .admin: .all
        case .client(let bearer):
            bearer.grants.mayRead(typeID) ? .all : .savedBy(bearer.client.id)
        }
    }

    /// Whether the caller may save samples of a type.
    package func shareStatus(of typeID: Int16) -> ShareStatus {
        switch principal {
        case .admin: .sharingAuthorized
        case .client(let bearer): bearer.grants.shareStatus(of: typeID)
        }
    }
}
