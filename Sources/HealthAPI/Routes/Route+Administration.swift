extension Route {
    /// Users, clients and what was done to them.
    static let administrationPatterns: [RoutePattern] = [
        pattern("POST", "/v1/users") { _ in .createUser },
        pattern("GET", "/v1/users/{user}") { .getUser(user: $0[0]) },
        pattern("DELETE", "/v1/users/{user}") { .deleteUser(user: $0[0]) },
        pattern("POST", "/v1/clients") { _ in .createClient },
        pattern("GET", "/v1/clients") { _ in .listClients },
        pattern("GET", "/v1/users") { _ in .listUsers },
        pattern("PATCH", "/v1/users/{user}") { .changeUser(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/export") { .exportUser(user: $0[0]) },
        pattern("GET", "/v1/clients/{client}") { .getClient(client: $0[0]) },
        pattern("PATCH", "/v1/clients/{client}") { .changeClient(client: $0[0]) },
        pattern("GET", "/v1/audit") { _ in .listAudit },
    ]
}
