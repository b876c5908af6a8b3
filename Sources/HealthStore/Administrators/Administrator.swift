package import HealthModel

/// What somebody who acts for the operator may do.
package enum Role: String, CaseIterable, Sendable {
    /// Everything, the tokens of other admins included.
    case owner
    /// Everything but that.
    case admin
    /// To see how the server is set up and what was done to it, and no health data.
    case auditor
}

/// Somebody who acts for the operator.
package struct Administrator: Hashable, Sendable {
    /// What they may do.
    package let role: Role
    /// The token they came with; nil for the one the server was started with.
    package let token: TokenID?
    /// When that stops being accepted, if ever.
    package let expiresAt: Instant?

    /// Describes an administrator.
    package init(role: Role, token: TokenID?, expiresAt: Instant? = nil) {
        self.role = role
        self.token = token
        self.expiresAt = expiresAt
    }

    /// Who holds the token that the server was started with.
    package static let operatorItself = Administrator(role: .owner, token: nil)

    /// How the audit log names them.
    package var auditName: String {
        token.map { "admin:\($0)" } ?? "admin"
    }
}
