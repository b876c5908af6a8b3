import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import Postgres

/// Everything of one user: a call of operators.
extension Service {
    /// `GET /v1/users/{user}/export`.
    func exportUser(_ user: UserID, by actor: String) async throws -> HTTPResponse {
        // Before anything is given away, so that whoever is not there is told so in the usual way.
        _ = try await store.user(user)
        try await store.record(AuditEvent(actor: actor, action: "user.export", user: user))
        let (store, time, log) = (store, now(), log)
        return HTTPResponse(
            status: 200,
            headers: [
                (name: "Content-Type", value: "application/x-ndjson"),
                (name: "Cache-Control", value: "no-store"),
            ]
        ) { writer in
            var export = UserExport(store: store, user: user, time: time, to: writer)
            do {
                try await export.run()
            } catch {
                // The answer breaks off without its last line, which is how the reader can tell.
                if !(error is HTTPStreamError) {
                    let reason = (error as? PostgresError)?.description ?? "\(type(of: error))"
                    log.write(.warning, "exportBrokenOff", [("error", .text(reason))])
                }
                throw error
            }
        }
    }
}
