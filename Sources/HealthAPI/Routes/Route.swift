/// The whole surface of the API: what can be called, by which method, at which path.
package enum Route: Hashable, Sendable {
    case createUser
    case getUser(user: String)
    case deleteUser(user: String)
    case createClient
    case listClients
    case listGrants(user: String)
    case getGrants(user: String, client: String)
    case putGrants(user: String, client: String)
    case createToken(user: String)
    case revokeToken(token: String)
    case listUsers
    case changeUser(user: String)
    case exportUser(user: String)
    case getClient(client: String)
    case changeClient(client: String)
    case changeGrants(user: String, client: String)
    case grantMany
    case listGrantTemplates
    case getGrantTemplate(template: String)
    case putGrantTemplate(template: String)
    case deleteGrantTemplate(template: String)
    case listTokens(user: String)
    case rotateToken(token: String)
    case listAdminTokens
    case createAdminToken
    case revokeAdminToken(token: String)
    case rotateAdminToken(token: String)
    case listAudit
    case saveSamples(user: String)
    case listSamples(user: String)
    case getSample(user: String, uuid: String)
    case deleteSamples(user: String)
    case listChanges(user: String)
    case statistics(user: String, type: String)
    case statisticsCollection(user: String, type: String)
    case explanation(user: String, type: String)
    case workoutStatistics(user: String, uuid: String)
    case listSources(user: String)
    case getSourceOrder(user: String, type: String)
    case putSourceOrder(user: String, type: String)
    case previewSourceOrder(user: String, type: String)
    case getCharacteristics(user: String)
    case putCharacteristics(user: String)
    case getAuthorization(user: String)
    case createAuthorizationRequest(user: String)
    case listAuthorizationRequests(user: String)
    case getAuthorizationRequest(user: String, request: String)
    case decideAuthorizationRequest(user: String, request: String)
    case createAccessCode(user: String)
    case listAccessCodes(user: String)
    case deleteAccessCode(user: String, code: String)
    case listSessions(user: String)
    case endSession(user: String, session: String)
    case createWebhook
    case listWebhooks
    case getWebhook(webhook: String)
    case changeWebhook(webhook: String)
    case deleteWebhook(webhook: String)
    case rotateWebhookSecret(webhook: String)
    case listWebhookDeliveries(webhook: String)
    case replayWebhook(webhook: String)
    case sheet(SheetRoute)
    case livez
    case readyz
    case openAPI
}

/// A method and a path pattern with the route it stands for.
package struct RoutePattern: Sendable {
    /// The HTTP method.
    package let method: String
    /// The path with its parameters in braces; also how logs name the route.
    package let path: String
    /// The path's parts, cut once and not for every request; nil for a parameter.
    fileprivate let parts: [String?]
    /// Builds the route from the parameters in the order of the path.
    fileprivate let route: @Sendable ([String]) -> Route

    fileprivate init(
        method: String,
        path: String,
        route: @escaping @Sendable ([String]) -> Route
    ) {
        self.method = method
        self.path = path
        self.route = route
        parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { $0.hasPrefix("{") ? nil : String($0) }
    }
}

extension Route {
    /// Every route there is.
    ///
    /// First those that are asked for most, as they are looked through in turn.
    package static let patterns: [RoutePattern] =
        healthPatterns + probePatterns + authorizationPatterns + administrationPatterns
        + grantPatterns + tokenPatterns + webhookPatterns + sheetPatterns

    /// A pattern and how a route is made of its parameters.
    static func pattern(
        _ method: String,
        _ path: String,
        _ route: @escaping @Sendable ([String]) -> Route
    ) -> RoutePattern {
        RoutePattern(method: method, path: path, route: route)
    }
}

/// What a method and a path lead to.
package enum RouteMatch: Sendable {
    /// A route, and the pattern that found it.
    case found(Route, pattern: String)
    /// The path is known, but not with this method; the methods it knows.
    case methodNotAllowed(allow: [String])
    /// No such path.
    case notFound
}

extension Route {
    /// Finds the route of a request; `HEAD` goes where `GET` goes.
    ///
    /// Path segments are percent-decoded one by one; an empty parameter matches nothing.
    package static func match(method: String, path: String) -> RouteMatch {
        let wanted = method == "HEAD" ? "GET" : method
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map { $0 }
        var allow: [String] = []
        for pattern in patterns {
            guard let parameters = pattern.parameters(of: segments) else { continue }
            if pattern.method == wanted {
                return .found(pattern.route(parameters), pattern: pattern.path)
            }
            allow.append(pattern.method)
        }
        return allow.isEmpty ? .notFound : .methodNotAllowed(allow: allow)
    }
}

extension RoutePattern {
    /// The decoded parameters, when the path has the pattern's shape.
    fileprivate func parameters(of segments: [Substring]) -> [String]? {
        guard parts.count == segments.count else { return nil }
        var parameters: [String] = []
        for (part, segment) in zip(parts, segments) {
            if let part {
                guard part == segment else { return nil }
                continue
            }
            guard let text = PercentEncoding.decode(segment), !text.isEmpty else { return nil }
            parameters.append(text)
        }
        return parameters
    }
}
