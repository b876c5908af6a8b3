#if !canImport(HealthKit)
import Foundation
import HTTPClient
import HealthOutbox
import JSON

/// Asking for access.
extension HealthServer {
    /// Asks the person for access, and waits until they have decided, whatever it is.
    ///
    /// - Throws: `HKError`, with `errorUserCanceled` where nobody decides in time;
    ///   `CancellationError`.
    func requestAccess(_ request: AccessRequest) async throws {
        guard let configuration else {
            _ = try connected()
            return
        }
        guard try await requestStatus(of: request) == .shouldRequest else { return }
        let now = configuration.clock.now()
        let pending = try await call(
            "POST",
            ["authorization-requests"],
            body: try request.body(configuration),
            read: { try PendingAuthorization($0, now: now) }
        )
        guard let pending else { return }
        configuration.authorizationHandler(pending.prompt)
        try await waitForDecision(on: pending, configuration.clock)
    }

    /// Whether a request would show the person anything.
    ///
    /// - Throws: `HKError`; `CancellationError`.
    func requestStatus(of request: AccessRequest) async throws -> HKAuthorizationRequestStatus {
        for question in request.questions {
            let status = try await call(
                "GET",
                ["authorization"],
                query: question,
                read: { $0["requestStatus"]?.string }
            )
            if status == "shouldRequest" { return .shouldRequest }
        }
        return .unnecessary
    }

    /// Asks how far a request has got, as often as the server lets it (RFC 8628, section 3.5).
    private func waitForDecision(
        on pending: PendingAuthorization,
        _ clock: RetryClock
    ) async throws {
        var interval = pending.interval
        while true {
            try await clock.wait(interval)
            do {
                switch try await progress(of: pending.id) {
                case .decided: return
                case .expired: throw Self.expired
                case .pending(let seconds): interval = seconds.map { .seconds($0) } ?? interval
                case .tooSoon(let seconds):
                    interval = seconds.map { .seconds($0) } ?? interval + .seconds(5)
                }
            } catch let error as HKError where error.isTemporary {
                // The person may be deciding at this moment: only time ends the waiting.
                guard Date(clock.now()) < pending.prompt.expiration else { throw error }
                interval = min(interval * 2, .seconds(60))
            }
        }
    }

    private func progress(of id: String) async throws -> AuthorizationProgress {
        let path = ["authorization-requests", id]
        let response = try await send(Self.request("GET", path, timeout: .seconds(30)))
        if response.status == 429 {
            let progress = try? JSONParser().parse(response.body) {
                AuthorizationProgress(slowDown: $0)
            }
            if let progress = progress ?? nil { return progress }
        }
        return try Self.read(response) { try AuthorizationProgress($0) }
    }

    private static let expired = HKError.failure(
        .errorUserCanceled,
        "Nobody decided about the request in time."
    )
}

/// What was decided, for calls that block.
extension HealthServer {
    /// Whether the program may save samples of a type.
    ///
    /// - Throws: `HKError`.
    func authorizationStatus(for type: HKObjectType) throws -> HKAuthorizationStatus {
        // Nobody is ever asked about correlations: the types that they hold are asked for.
        if type is HKCorrelationType { return .notDetermined }
        guard type is HKSampleType else {
            // As on a phone: what cannot be saved is denied once reading it was decided.
            return try isDecided(readingOf: type) ? .sharingDenied : .notDetermined
        }
        return try blockingCall(
            "GET",
            ["authorization"],
            query: [("share", type.identifier)],
            read: { root in
                guard let shares = root["share"]?.elements else { return .notDetermined }
                for share in shares {
                    if let name = share["status"]?.string,
                        let status = HKAuthorizationStatus(name: name)
                    {
                        return status
                    }
                }
                return .notDetermined
            }
        )
    }

    /// What the server calls the program that the token speaks for; blocks the thread.
    ///
    /// - Throws: `HKError`.
    func ownSource() throws -> HKSource {
        try blockingCall("GET", ["authorization"]) { root in
            guard let client = root["client"],
                let bundleIdentifier = client["bundleIdentifier"]?.string
            else {
                throw HKError.failure(
                    .errorDatabaseInaccessible,
                    "The server does not say what it calls the program."
                )
            }
            let name = client["name"]?.string ?? bundleIdentifier
            return HKSource(name: name, bundleIdentifier: bundleIdentifier)
        }
    }

    /// Whether somebody has decided about reading a type, whatever it was.
    ///
    /// - Throws: `HKError`.
    func isDecided(readingOf type: HKObjectType) throws -> Bool {
        try blockingCall(
            "GET",
            ["authorization"],
            query: [("read", type.identifier)],
            read: { $0["requestStatus"]?.string == "unnecessary" }
        )
    }
}
#endif
