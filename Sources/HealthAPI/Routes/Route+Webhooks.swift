extension Route {
    /// Webhooks.
    static let webhookPatterns: [RoutePattern] = [
        pattern("POST", "/v1/webhooks") { _ in .createWebhook },
        pattern("GET", "/v1/webhooks") { _ in .listWebhooks },
        pattern("GET", "/v1/webhooks/{webhook}") { .getWebhook(webhook: $0[0]) },
        pattern("PATCH", "/v1/webhooks/{webhook}") { .changeWebhook(webhook: $0[0]) },
        pattern("DELETE", "/v1/webhooks/{webhook}") { .deleteWebhook(webhook: $0[0]) },
        pattern("POST", "/v1/webhooks/{webhook}/secret") { .rotateWebhookSecret(webhook: $0[0]) },
        pattern("GET", "/v1/webhooks/{webhook}/deliveries") {
            .listWebhookDeliveries(webhook: $0[0])
        },
        pattern("POST", "/v1/webhooks/{webhook}/replay") { .replayWebhook(webhook: $0[0]) },
    ]
}
