package import HTTPServer
import HealthAPI
package import HealthModel
package import HealthStore
import Postgres

/// The product behind the wire: authenticates, authorises, plans, asks the store, renders.
package struct Service: Sendable {
    let store: HealthStore
    let hub: ChangeHub
    /// What all who wait for changes pass before they ask the database.
    package let changeGate: ChangeGate
    let webhooks: WebhookDispatcher?
    let authenticator: Authenticator
    let limiter: RateLimiter
    let sheetLimiter: SheetLimiter
    let seals: Seals
    let publicURL: PublicURL
    let limits: ServiceLimits
    let log: Log
    let now: @Sendable () -> Instant

    /// Puts a service together; `now` is the clock everything is judged by.
    ///
    /// - Parameters:
    ///   - hub: wakes those who wait for changes.
    ///   - webhooks: delivers what webhooks ask for; nil where another server does.
    ///   - publicURL: what links begin with.
    ///   - uptime: the clock that rates are counted by, which never goes back.
    package init(
        store: HealthStore,
        hub: ChangeHub,
        webhooks: WebhookDispatcher? = nil,
        adminToken: String,
        seals: Seals,
        publicURL: PublicURL = PublicURL(),
        limits: ServiceLimits = ServiceLimits(),
        log: Log,
        now: @escaping @Sendable () -> Instant,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.store = store
        self.hub = hub
        changeGate = ChangeGate(limit: limits.changeReadersAtOnce)
        self.webhooks = webhooks
        authenticator = Authenticator(
            store: store,
            adminToken: adminToken,
            rememberedForSeconds: limits.tokenCacheInSeconds,
            now: now,
            onFailure: { log.write(.warning, "tokenUsesNotWritten", [("error", .text("\($0)"))]) }
        )
        hub.observeAccess { [weak authenticator] in authenticator?.hear($0) }
        limiter = RateLimiter(limits.rates, uptime: uptime)
        sheetLimiter = SheetLimiter(limits.rates, uptime: uptime)
        self.seals = seals
        self.publicURL = publicURL
        self.limits = limits
        self.log = log
        self.now = now
    }

    /// Writes what is kept in memory and should not be lost; no request may come any more.
    package func close() async {
        await authenticator.uses.close()
    }
}

extension Service: HTTPHandler {
    /// Refuses what needs no body to be refused; else says how much body the route may have.
    package func admit(_ head: HTTPRequestHead) -> HTTPAdmission {
        do {
            if Route.isSheet(path: head.path) { try admitSheet(head) }
            let (route, _) = try Self.route(of: head)
            if route.permission != .anyone {
                let authorization = head.headers["Authorization"]
                let secret = try Authenticator.secret(inAuthorization: authorization)
                try checkRate(of: secret, route, head)
            }
            switch route {
            case .sheet: return Self.sheetAdmission
            case .saveSamples: return pushAdmission(head)
            case .deleteSamples:
                return .bodyLimit(limits.bodyInBytes, inflated: limits.inflatedBodyInBytes)
            case .listChanges:
                // A stream is counted once it begins.
                return .bodyLimit(
                    limits.smallBodyInBytes,
                    inflated: limits.smallBodyInBytes,
                    isLongPoll: head.query.contains { $0.name == "wait" } && !head.acceptsEvents
                )
            default:
                return .bodyLimit(limits.smallBodyInBytes, inflated: limits.smallBodyInBytes)
            }
        } catch {
            return .reject(response(to: error, head: head))
        }
    }

    /// Vouches for tokens that were good before; a new one shows that it is with its first answer.
    package func vouches(for head: HTTPRequestHead) -> Bool {
        guard let secret = try? Authenticator.secret(inAuthorization: head.headers["Authorization"])
        else { return false }
        return authenticator.vouches(forSecret: secret)
    }

    /// Answers a request whose body has arrived.
    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        do {
            return try await answer(request)
        } catch {
            return response(to: error, head: request.head)
        }
    }

    /// Answers what the HTTP layer itself refuses.
    package func response(for fault: HTTPFault, head: HTTPRequestHead?) -> HTTPResponse {
        if let head, Route.isSheet(path: head.path) {
            return sheetResponse(to: fault, head: head)
        }
        return .problem(Problem(fault), requestID: head?.id)
    }

    /// Writes the access log.
    package func finished(
        _ head: HTTPRequestHead,
        status: Int,
        bytesIn: Int,
        bytesOut: Int,
        duration: Duration
    ) {
        // The pattern, not the path: ids of people stay out of the log. A method is the client's
        // to choose, too, so only those that exist are named.
        var route = "unmatched"
        if case .found(_, let pattern) = Route.match(method: head.method, path: head.path) {
            route = pattern
        }
        let isKnown = head.method == "HEAD" || Route.patterns.contains { $0.method == head.method }
        log.write(
            .info,
            "request",
            [
                ("requestId", .text(head.id)), ("method", .text(isKnown ? head.method : "other")),
                ("route", .text(route)), ("status", .number(status)),
                ("bytesIn", .number(bytesIn)), ("bytesOut", .number(bytesOut)),
                ("microseconds", .number(duration.microseconds)),
            ]
        )
    }

    private static func route(of head: HTTPRequestHead) throws -> (route: Route, pattern: String) {
        switch Route.match(method: head.method, path: head.path) {
        case .found(let route, let pattern): return (route, pattern)
        case .methodNotAllowed(let allow):
            throw Problem(
                .methodNotAllowed,
                "This path knows " + allow.joined(separator: ", ") + ".",
                allow: allow
            )
        case .notFound: throw Problem(.notFound, "There is no such path.")
        }
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let head = request.head
        let (route, pattern) = try Self.route(of: head)
        if case .sheet(let page) = route { return try await answerSheet(page, request) }
        guard route.permission != .anyone else { return try await answerAnyone(route, head) }
        let secret = try Authenticator.secret(inAuthorization: head.headers["Authorization"])
        let principal = try await countedPrincipal(ofSecret: secret, route, head)
        let response: HTTPResponse
        do {
            try await require(route, pattern, head, of: principal)
            response = try await answer(route, request, principal)
        } catch {
            response = self.response(to: error, head: head)
        }
        // Afterwards, when what was pushed is counted.
        return response.adding(limiter.quotas(of: principal.caller).fields)
    }

    private func answerAnyone(
        _ route: Route,
        _ head: HTTPRequestHead
    ) async throws -> HTTPResponse {
        _ = try QueryParameters(head.query, known: [])
        switch route {
        case .readyz:
            try await store.ping()
            return .json(Array(#"{"status":"ready"}"#.utf8))
        case .openAPI: return .json(OpenAPI.document)
        default: return .json(Array(#"{"status":"alive"}"#.utf8))
        }
    }

    private func answer(
        _ route: Route,
        _ request: HTTPRequest,
        _ principal: Principal
    ) async throws -> HTTPResponse {
        let head = request.head
        func access(_ user: String) throws -> UserAccess {
            try UserAccess(path: user, principal: principal)
        }
        switch route {
        case .saveSamples(let user): return try await saveSamples(request, access(user))
        case .listSamples(let user): return try await listSamples(head, access(user))
        case .getSample(let user, let uuid):
            return try await sample(head, access(user), uuid: uuid)
        case .deleteSamples(let user): return try await deleteSamples(request, access(user))
        case .listChanges(let user): return try await changes(head, access(user))
        case .statistics(let user, let type):
            return try await statistics(head, access(user), type: type)
        case .statisticsCollection(let user, let type):
            return try await statisticsCollection(head, access(user), type: type)
        case .explanation(let user, let type):
            return try await explanation(head, access(user), type: type)
        case .workoutStatistics(let user, let uuid):
            return try await workoutStatistics(head, access(user), uuid: uuid)
        case .listSources(let user): return try await listSources(head, access(user))
        case .getSourceOrder(let user, let type):
            return try await getSourceOrder(head, access(user), type: type)
        case .putSourceOrder(let user, let type):
            return try await putSourceOrder(request, access(user), type: type)
        case .previewSourceOrder(let user, let type):
            return try await previewSourceOrder(head, access(user), type: type)
        case .getCharacteristics(let user):
            return try await getCharacteristics(head, access(user))
        case .putCharacteristics(let user):
            return try await putCharacteristics(request, access(user))
        case .getAuthorization(let user): return try await authorization(head, access(user))
        case .createAuthorizationRequest(let user):
            return try await createAuthorizationRequest(request, access(user))
        case .getAuthorizationRequest(let user, let id):
            return try await authorizationRequest(head, access(user), request: id)
        case .listAuthorizationRequests, .decideAuthorizationRequest, .createAccessCode,
            .listAccessCodes, .deleteAccessCode, .listSessions, .endSession:
            return try await administerAuthorization(route, request, by: principal)
        case .createWebhook, .listWebhooks, .getWebhook, .changeWebhook, .deleteWebhook,
            .rotateWebhookSecret, .listWebhookDeliveries, .replayWebhook:
            return try await administerWebhooks(route, request, by: principal)
        case .listUsers, .changeUser, .getClient, .changeClient, .changeGrants, .grantMany,
            .listGrantTemplates, .getGrantTemplate, .putGrantTemplate, .deleteGrantTemplate,
            .listTokens, .rotateToken, .listAdminTokens, .createAdminToken, .revokeAdminToken,
            .rotateAdminToken, .listAudit, .exportUser:
            return try await administerAccess(route, request, by: principal)
        default:
            return try await administer(route, request, by: principal)
        }
    }
}

extension Duration {
    /// Whole microseconds, for logs.
    fileprivate var microseconds: Int {
        Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
    }
}
