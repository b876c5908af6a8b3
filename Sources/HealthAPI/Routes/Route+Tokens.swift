extension Route {
    /// Tokens of clients and of admins.
    static let tokenPatterns: [RoutePattern] = [
        pattern("POST", "/v1/users/{user}/tokens") { .createToken(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/tokens") { .listTokens(user: $0[0]) },
        pattern("DELETE", "/v1/tokens/{token}") { .revokeToken(token: $0[0]) },
        pattern("POST", "/v1/tokens/{token}/rotation") { .rotateToken(token: $0[0]) },
        pattern("GET", "/v1/admin-tokens") { _ in .listAdminTokens },
        pattern("POST", "/v1/admin-tokens") { _ in .createAdminToken },
        pattern("DELETE", "/v1/admin-tokens/{token}") { .revokeAdminToken(token: $0[0]) },
        pattern("POST", "/v1/admin-tokens/{token}/rotation") {
            .rotateAdminToken(token: $0[0])
        },
    ]
}
