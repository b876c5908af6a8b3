import HealthModel
import Postgres

/// Whose rows the database shows to a transaction.
///
/// Every table with a person's rows has a policy that compares them with the setting
/// `tributary.user`; without it there are none. So a statement that forgot its predicate, or that
/// was sent for nobody, reads and writes nothing of others.
extension TransactionScope {
    /// The rows of one user.
    static func user(_ user: UserID) -> TransactionScope {
        TransactionScope(RowScopeSQL.user, [.text("\(user.number)")])
    }

    /// The rows of the user a token is for, who is not known before; nobody's if there is no such
    /// token.
    static func bearer(of token: TokenID) -> TransactionScope {
        TransactionScope(RowScopeSQL.bearer, [.uuid(token.bits)])
    }

    /// The rows of everyone, for work that begins with nobody in particular: who has something to
    /// settle, to remove or to be told of.
    ///
    /// It takes the role `tributary_maintenance`, which may read little more than whose rows there are
    /// and when they are due, and no sample.
    static let everyone = TransactionScope(RowScopeSQL.everyone)
}

/// The statements that open a scope.
enum RowScopeSQL {
    static let user = Statement(
        "scope.user",
        "SELECT set_config('tributary.user', $1, true)"
    )

    static let bearer = Statement(
        "scope.bearer",
        """
        SELECT set_config(
            'tributary.user',
            coalesce((SELECT t.user_id::text FROM tokens AS t WHERE t.id = $1), ''),
            true
        )
        """
    )

    static let everyone = Statement(
        "scope.everyone",
        "SELECT set_config('role', 'tributary_maintenance', true)"
    )

    static let statements = [user, bearer, everyone]
}
