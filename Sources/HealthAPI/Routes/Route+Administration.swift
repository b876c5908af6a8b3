extension Route {
    /// Users, clients, what they may do, and their tokens.
    static let administrationPatterns: [RoutePattern] = [
        pattern("POST", "/v1/users") { _ in .createUser },
        pattern("GET", "/v1/users/{user}") { .getUser(user: $0[0]) },
        pattern("DELETE", "/v1/users/{user}") { .deleteUser(user: $0[0]) },
        pattern("POST", "/v1/clients") { _ in .createClient },
        pattern("GET", "/v1/clients") { _ in .listClients },
        pattern("GET", "/v1/users/{user}/grants") { .listGrants(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/grants/{client}") {
            .getGrants(user: $0[0], client: $0[1])
        },
        pattern("PUT", "/v1/users/{user}/grants/{client}") {
            .putGrants(user: $0[0], client: $0[1])
        },
        pattern("POST", "/v1/users/{user}/tokens") { .createToken(user: $0[0]) },
        pattern("DELETE", "/v1/tokens/{token}") { .revokeToken(token: $0[0]) },
    ]
}
