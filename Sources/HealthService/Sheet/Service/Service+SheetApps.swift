import HTTPServer
import HealthModel
import HealthStore

/// What apps may do, and taking it back.
extension Service {
    /// The apps on a person's page.
    static let appsOnPage = 100

    /// Shows what waits for the person and which apps may do something.
    ///
    /// - Throws: `HealthStoreError`, `PostgresError`.
    func home(_ visit: SheetVisit) async throws -> HTTPResponse {
        guard let session = visit.session else { return .seeOther(visit.paths.signIn) }
        let content = HomeContent(
            requests: try await pendingRequests(of: session.user),
            apps: try await apps(of: session.user),
            token: seals.formToken(of: session.id)
        )
        return .page(visit.page { $0.home }.home(content), visit.language)
    }

    /// Shows what an app may do.
    ///
    /// - Throws: `HealthStoreError`, `PostgresError`.
    func showApp(_ text: String, _ visit: SheetVisit) async throws -> HTTPResponse {
        guard let session = visit.session else { return .seeOther(visit.paths.signIn) }
        let (client, allowed) = try await rights(text, session)
        return try await show(client, allowed, visit, session) { _, _ in true }
    }

    private func show(
        _ client: ClientID,
        _ allowed: AskedTypes,
        _ visit: SheetVisit,
        _ session: Session,
        isOn: (Int16, Side) -> Bool
    ) async throws -> HTTPResponse {
        let content = AppContent(
            app: try await app(client),
            client: client.description,
            share: switches(allowed.share) { isOn($0, .share) },
            read: switches(allowed.read) { isOn($0, .read) },
            token: seals.formToken(of: session.id)
        )
        let page = visit.page { $0.app(client.description) }
        return .page(page.app(content), visit.language)
    }

    /// Takes back what was switched off; nothing can be switched on here, and what was granted since
    /// the page was made is not touched.
    ///
    /// - Throws: `SheetTrouble`, `HealthStoreError`, `PostgresError`.
    func changeApp(_ text: String, _ visit: SheetVisit) async throws -> HTTPResponse {
        guard let session = visit.session else { return .seeOther(visit.paths.signIn) }
        let form = try form(of: visit, session)
        let (kept, shown) = (try SwitchedTypes(form), try SwitchedTypes(shownIn: form))
        let action = try Self.action(of: form)
        let (client, allowed) = try await rights(text, session)
        guard action != .show else {
            return try await show(client, allowed, visit, session, isOn: kept.holds)
        }
        guard action == .save else { throw SheetTrouble.refusedForm }
        let taken = AskedTypes(
            share: shown.types(.share).filter { !kept.holds($0, .share) },
            read: shown.types(.read).filter { !kept.holds($0, .read) }
        )
        if !taken.isEmpty {
            try await store.takeBack(
                taken,
                user: session.user,
                client: client,
                by: Self.personActor
            )
            authenticator.forget(user: session.user, client: client)
        }
        return .seeOther(visit.paths.app(client.description))
    }

    /// What an app may do for whoever is signed in; an app that was never anything to them is
    /// answered as one that does not exist.
    private func rights(
        _ text: String,
        _ session: Session
    ) async throws -> (client: ClientID, allowed: AskedTypes) {
        guard let client = ClientID(text) else { throw SheetTrouble.notFound }
        let grants = try await store.grants(user: session.user, client: client)
        guard grants != Grants() else { throw SheetTrouble.notFound }
        return (client, grants.allowed)
    }

    private func pendingRequests(of user: UserID) async throws -> [HomeContent.Request] {
        let requests = try await store.authorizationRequests(
            user: user,
            state: .pending,
            at: now(),
            limit: Self.requestsOnPage
        )
        var shown: [HomeContent.Request] = []
        for request in requests {
            let app = try await app(request.client)
            shown.append(HomeContent.Request(app: app, code: request.userCode.description))
        }
        return shown
    }

    private func apps(of user: UserID) async throws -> [HomeContent.App] {
        var shown: [HomeContent.App] = []
        for (client, grants) in try await store.grants(user: user).prefix(Self.appsOnPage) {
            let allowed = grants.allowed
            guard !allowed.isEmpty else { continue }
            shown.append(
                HomeContent.App(
                    app: try await app(client),
                    client: client.description,
                    writes: Self.count(allowed.share),
                    reads: Self.count(allowed.read)
                )
            )
        }
        return shown
    }

    /// How much an app may write or read.
    private static func count(_ types: [Int16]) -> HomeContent.Extent {
        types.contains(Grants.everythingElse) ? .everything : .types(types.count)
    }

    private func switches(_ types: [Int16], isOn: (Int16) -> Bool) -> [Switch] {
        types.compactMap { id in
            if id == Grants.everythingElse {
                return Switch(subject: .everythingElse, isOn: isOn(id))
            }
            return Catalogue.objectType(id: id).map { Switch(subject: .type($0), isOn: isOn(id)) }
        }
    }
}
