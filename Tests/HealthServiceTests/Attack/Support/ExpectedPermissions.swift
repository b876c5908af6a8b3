/// Who may make each call, written out by hand: `Route.permission` is what it is held against.
enum ExpectedPermissions {
    /// Method, path and permission of every call.
    static let table: [String: String] = {
        let pairs = text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return (words.dropLast().joined(separator: " "), String(words.last ?? ""))
        }
        return Dictionary(pairs) { first, _ in "\(first), twice" }
    }()

    private static let text = """
        GET /livez anyone
        GET /readyz anyone
        GET /openapi.json anyone
        GET /sheet anyone
        GET /sheet/sign-in anyone
        POST /sheet/sign-in anyone
        POST /sheet/sign-out anyone
        GET /sheet/requests/{userCode} anyone
        POST /sheet/requests/{userCode} anyone
        GET /sheet/apps/{client} anyone
        POST /sheet/apps/{client} anyone
        GET /sheet/style.css anyone
        GET /sheet/sheet.js anyone
        POST /v1/users/{user}/samples healthData
        GET /v1/users/{user}/samples healthData
        GET /v1/users/{user}/samples/{uuid} healthData
        POST /v1/users/{user}/deletions healthData
        GET /v1/users/{user}/changes healthData
        GET /v1/users/{user}/statistics/{type} healthData
        GET /v1/users/{user}/statistics/{type}/collection healthData
        GET /v1/users/{user}/statistics/{type}/explanation healthData
        GET /v1/users/{user}/workouts/{uuid}/statistics healthData
        GET /v1/users/{user}/sources healthData
        GET /v1/users/{user}/sources/order/{type} healthData
        GET /v1/users/{user}/sources/order/{type}/preview healthData
        GET /v1/users/{user}/characteristics healthData
        GET /v1/users/{user}/authorization healthData
        POST /v1/users/{user}/authorization-requests healthData
        GET /v1/users/{user}/authorization-requests/{request} healthData
        GET /v1/users/{user} inspect
        GET /v1/clients inspect
        GET /v1/users/{user}/grants inspect
        GET /v1/users/{user}/grants/{client} inspect
        GET /v1/webhooks inspect
        GET /v1/webhooks/{webhook} inspect
        GET /v1/webhooks/{webhook}/deliveries inspect
        GET /v1/users/{user}/authorization-requests inspect
        GET /v1/users/{user}/access-codes inspect
        GET /v1/users/{user}/sessions inspect
        POST /v1/users administer
        DELETE /v1/users/{user} administer
        POST /v1/clients administer
        PUT /v1/users/{user}/grants/{client} administer
        POST /v1/users/{user}/tokens administer
        DELETE /v1/tokens/{token} administer
        PUT /v1/users/{user}/sources/order/{type} administer
        PUT /v1/users/{user}/characteristics administer
        POST /v1/webhooks administer
        PATCH /v1/webhooks/{webhook} administer
        DELETE /v1/webhooks/{webhook} administer
        POST /v1/webhooks/{webhook}/secret administer
        POST /v1/webhooks/{webhook}/replay administer
        POST /v1/users/{user}/authorization-requests/{request}/decision administer
        POST /v1/users/{user}/access-codes administer
        DELETE /v1/users/{user}/access-codes/{code} administer
        DELETE /v1/users/{user}/sessions/{session} administer
        GET /v1/users inspect
        PATCH /v1/users/{user} administer
        GET /v1/users/{user}/export administer
        GET /v1/clients/{client} inspect
        PATCH /v1/clients/{client} administer
        GET /v1/audit inspect
        PATCH /v1/users/{user}/grants/{client} administer
        POST /v1/grants administer
        GET /v1/grant-templates inspect
        GET /v1/grant-templates/{template} inspect
        PUT /v1/grant-templates/{template} administer
        DELETE /v1/grant-templates/{template} administer
        GET /v1/users/{user}/tokens inspect
        POST /v1/tokens/{token}/rotation administer
        GET /v1/admin-tokens own
        POST /v1/admin-tokens own
        DELETE /v1/admin-tokens/{token} own
        POST /v1/admin-tokens/{token}/rotation own
        """
}
