import HTTPServer
import HealthAPI
import HealthStore

extension Service {
    /// Insists on what a route needs, and writes down who was refused.
    ///
    /// Of one caller at most ten refusals a minute are written down, so that nobody floods the log.
    ///
    /// - Throws: `Problem` with `forbidden`.
    func require(
        _ route: Route,
        _ pattern: String,
        _ head: HTTPRequestHead,
        of principal: Principal
    ) async throws {
        do {
            try principal.require(route.permission)
        } catch {
            if limiter.admitsDenial(of: principal.caller) {
                await record(AuditEvent(denying: "\(head.method) \(pattern)", to: principal), head)
            }
            throw error
        }
    }

    /// Writes an event down; that it could not be changes nothing for who is refused.
    private func record(_ event: AuditEvent, _ head: HTTPRequestHead) async {
        do {
            try await store.record(event)
        } catch {
            log.write(
                .warning,
                "denialNotRecorded",
                [("requestId", .text(head.id)), ("error", .text("\(error)"))]
            )
        }
    }
}

extension AuditEvent {
    fileprivate init(denying call: String, to principal: Principal) {
        self.init(actor: principal.auditName, action: "access.denied", subject: call)
        if case .client(let bearer) = principal {
            (user, client) = (bearer.user, bearer.client.id)
        }
    }
}
