extension Route {
    /// What anyone may ask.
    static let probePatterns: [RoutePattern] = [
        pattern("GET", "/livez") { _ in .livez },
        pattern("GET", "/readyz") { _ in .readyz },
        pattern("GET", "/openapi.json") { _ in .openAPI },
    ]
}
