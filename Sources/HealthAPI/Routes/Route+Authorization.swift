extension Route {
    /// What clients may do, asking for it, and how people sign in to decide.
    static let authorizationPatterns: [RoutePattern] = [
        pattern("GET", "/v1/users/{user}/authorization") { .getAuthorization(user: $0[0]) },
        pattern("POST", "/v1/users/{user}/authorization-requests") {
            .createAuthorizationRequest(user: $0[0])
        },
        pattern("GET", "/v1/users/{user}/authorization-requests") {
            .listAuthorizationRequests(user: $0[0])
        },
        pattern("GET", "/v1/users/{user}/authorization-requests/{request}") {
            .getAuthorizationRequest(user: $0[0], request: $0[1])
        },
        pattern("POST", "/v1/users/{user}/authorization-requests/{request}/decision") {
            .decideAuthorizationRequest(user: $0[0], request: $0[1])
        },
        pattern("POST", "/v1/users/{user}/access-codes") { .createAccessCode(user: $0[0]) },
        pattern("GET", "/v1/users/{user}/access-codes") { .listAccessCodes(user: $0[0]) },
        pattern("DELETE", "/v1/users/{user}/access-codes/{code}") {
            .deleteAccessCode(user: $0[0], code: $0[1])
        },
        pattern("GET", "/v1/users/{user}/sessions") { .listSessions(user: $0[0]) },
        pattern("DELETE", "/v1/users/{user}/sessions/{session}") {
            .endSession(user: $0[0], session: $0[1])
        },
    ]
}
