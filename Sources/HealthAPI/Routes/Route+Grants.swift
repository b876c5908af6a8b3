extension Route {
    /// What clients may do, as an operator decides it.
    static let grantPatterns: [RoutePattern] = [
        pattern("GET", "/v1/users/{user}/grants") { .listGrants(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/grants/{client}") {
            .getGrants(user: $0[0], client: $0[1])
        },
        pattern("PUT", "/v1/users/{user}/grants/{client}") {
            .putGrants(user: $0[0], client: $0[1])
        },
        pattern("PATCH", "/v1/users/{user}/grants/{client}") {
            .changeGrants(user: $0[0], client: $0[1])
        },
        pattern("POST", "/v1/grants") { _ in .grantMany },
        pattern("GET", "/v1/grant-templates") { _ in .listGrantTemplates },
        pattern("GET", "/v1/grant-templates/{template}") { .getGrantTemplate(template: $0[0]) },
        pattern("PUT", "/v1/grant-templates/{template}") { .putGrantTemplate(template: $0[0]) },
        pattern("DELETE", "/v1/grant-templates/{template}") {
            .deleteGrantTemplate(template: $0[0])
        },
    ]
}
