import Crypto
import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Webhooks: the operator's calls.
extension Service {
    /// Answers a call about webhooks.
    func administerWebhooks(
        _ route: Route,
        _ request: HTTPRequest,
        by principal: Principal
    ) async throws -> HTTPResponse {
        let actor = principal.auditName
        if case .listWebhookDeliveries(let webhook) = route {
            return try await webhookDeliveries(request.head, webhookID(webhook))
        }
        _ = try QueryParameters(request.head.query, known: [])
        switch route {
        case .createWebhook: return try await createWebhook(request, by: actor)
        case .listWebhooks:
            return .json(WebhookJSON.webhooks(try await store.webhooks(limit: 10_000)))
        case .getWebhook(let webhook):
            return .json(WebhookJSON.webhook(try await store.webhook(webhookID(webhook))))
        case .changeWebhook(let webhook):
            return try await changeWebhook(request, webhookID(webhook), by: actor)
        case .deleteWebhook(let webhook):
            try await store.deleteWebhook(webhookID(webhook), by: actor)
            webhooks?.wake()
            return .noContent
        case .rotateWebhookSecret(let webhook):
            return try await rotateWebhookSecret(webhookID(webhook), by: actor)
        case .replayWebhook(let webhook):
            return try await replayWebhook(request, webhookID(webhook), by: actor)
        default: throw Problem(.notFound, "There is no such path.")
        }
    }

    private var webhookSettings: WebhookSettings { webhooks?.settings ?? WebhookSettings() }

    private func createWebhook(
        _ request: HTTPRequest,
        by actor: String
    ) async throws -> HTTPResponse {
        let asked = try body(of: request) { try WebhookRequest.Creation($0) }
        try webhookSettings.check(asked.url)
        var generator = SecureRandom.SecureGenerator()
        let id = WebhookID.random(using: &generator)
        let secret = WebhookSignature.makeSecret()
        let new = NewWebhook(
            id: id,
            url: asked.url,
            client: asked.client,
            user: asked.user,
            types: asked.types,
            secret: seals.sealed(secret: secret, of: id),
            createdAt: now()
        )
        let webhook = try await store.createWebhook(new, limit: limits.webhooks, by: actor) {
            WebhookEyes($0).view
        }
        webhooks?.wake()
        let text = WebhookSignature.text(of: secret)
        return .json(WebhookJSON.webhook(webhook, secret: text), status: 201)
    }

    private func changeWebhook(
        _ request: HTTPRequest,
        _ id: WebhookID,
        by actor: String
    ) async throws -> HTTPResponse {
        let change = try body(of: request) { try WebhookRequest.change($0) }
        if let url = change.url { try webhookSettings.check(url) }
        let webhook = try await store.changeWebhook(id, change, now: now(), by: actor)
        webhooks?.wake()
        return .json(WebhookJSON.webhook(webhook))
    }

    private func rotateWebhookSecret(
        _ id: WebhookID,
        by actor: String
    ) async throws -> HTTPResponse {
        let secret = WebhookSignature.makeSecret()
        let webhook = try await store.rotateWebhookSecret(
            id,
            to: seals.sealed(secret: secret, of: id),
            formerUntil: now().advanced(
                bySeconds: Double(webhookSettings.formerSecretInSeconds)
            ),
            by: actor
        )
        let text = WebhookSignature.text(of: secret)
        return .json(WebhookJSON.webhook(webhook, secret: text))
    }

    private func replayWebhook(
        _ request: HTTPRequest,
        _ id: WebhookID,
        by actor: String
    ) async throws -> HTTPResponse {
        let replay = try body(of: request) { try WebhookRequest.replay($0) }
        let count = try await store.replayWebhook(id, replay, now: now(), by: actor)
        webhooks?.wake()
        return .json(WebhookJSON.replay(count))
    }

    private func webhookDeliveries(
        _ head: HTTPRequestHead,
        _ id: @autoclosure () throws -> WebhookID
    ) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["user", "limit", "cursor"])
        let webhook = try id()
        let user = try parameters.text("user").map { text in
            guard let user = UserID(text) else { throw UserAccess.notFound }
            return user
        }
        let limit = try parameters.integer("limit", in: 1...1000) ?? 100
        let place = try parameters.text("cursor").map {
            try seals.place(cursor: $0, of: webhook, user)
        }
        let attempts = try await store.webhookAttempts(
            webhook,
            of: user,
            after: place,
            limit: limit + 1
        )
        let page = attempts.prefix(limit)
        let last = attempts.count > limit ? page.last : nil
        let cursor = last.map { seals.cursor($0, of: webhook, user) }
        return .json(WebhookJSON.deliveries(Array(page), cursor: cursor))
    }

    private func webhookID(_ text: String) throws -> WebhookID {
        guard let id = WebhookID(text) else {
            throw Problem(.webhookNotFound, "There is no such webhook.")
        }
        return id
    }
}
