import HTTPServer
import HealthModel
import HealthStore

/// What apps ask for.
extension Service {
    /// The requests on a person's page.
    static let requestsOnPage = 50

    /// Shows what an app asks for, or that it was answered.
    ///
    /// - Throws: `SheetTrouble`, `HealthStoreError`, `PostgresError`.
    func showRequest(_ code: String, _ visit: SheetVisit) async throws -> HTTPResponse {
        let userCode = UserCode(code)?.description
        guard let session = visit.session else {
            return .seeOther(visit.paths.signIn(toAnswer: userCode))
        }
        let request = try await request(code, session)
        let app = try await app(request.client)
        let page = visit.page { $0.request(request.userCode.description) }
        switch request.state(at: now()) {
        case .expired: throw SheetTrouble.expired
        case .decided, .denied: return .page(page.done(app), visit.language)
        case .pending:
            let content = sheet(of: request, by: app, session) { _, _ in false }
            return .page(page.sheet(content), visit.language)
        }
    }

    /// Decides about a request as the switches are, or shows it again with all of them turned.
    ///
    /// - Throws: `SheetTrouble`, `HealthStoreError`, `PostgresError`.
    func answerRequest(_ code: String, _ visit: SheetVisit) async throws -> HTTPResponse {
        let userCode = UserCode(code)?.description
        guard let session = visit.session else {
            return .seeOther(visit.paths.signIn(toAnswer: userCode))
        }
        let form = try form(of: visit, session)
        let action = try Self.action(of: form)
        let request = try await request(code, session)
        let chosen = try SwitchedTypes(form)
        let path = visit.paths.request(request.userCode.description)
        switch request.state(at: now()) {
        case .expired: throw SheetTrouble.expired
        // Sent twice, or decided elsewhere meanwhile: nothing more is done.
        case .decided, .denied: return .seeOther(path)
        case .pending: break
        }
        switch action {
        case .allow: try await decide(request, chosen)
        case .refuse: try await decide(request, SwitchedTypes())
        case .allOn, .allOff, .show:
            let app = try await app(request.client)
            let content = sheet(of: request, by: app, session) { type, side in
                action == .show ? chosen.holds(type, side) : action == .allOn
            }
            let page = visit.page { $0.request(request.userCode.description) }
            return .page(page.sheet(content), visit.language)
        case .save: throw SheetTrouble.refusedForm
        }
        return .seeOther(path)
    }

    /// What the button does that a form was sent with.
    ///
    /// - Throws: `SheetTrouble.refusedForm`.
    static func action(of form: FormBody) throws -> SheetAction {
        guard let action = form[FormField.action].flatMap(SheetAction.init) else {
            throw SheetTrouble.refusedForm
        }
        return action
    }

    private func decide(
        _ request: AuthorizationRequest,
        _ allowed: SwitchedTypes
    ) async throws {
        do {
            _ = try await store.decide(
                request.id,
                user: request.user,
                share: allowed.share,
                read: allowed.read,
                at: now(),
                by: Self.personActor
            )
            authenticator.forget(user: request.user, client: request.client)
        } catch HealthStoreError.authorizationRequestDecided {
            // The same form, sent twice at once.
        }
    }

    /// Finds the request of a code among those to whoever is signed in.
    private func request(_ code: String, _ session: Session) async throws -> AuthorizationRequest {
        let guesser = SheetLimiter.Guesser.session(session.id)
        try sheetLimiter.checkCodes(of: guesser)
        do {
            guard let userCode = UserCode(code) else { throw SheetTrouble.unknownRequest }
            return try await store.authorizationRequest(userCode: userCode, user: session.user)
        } catch HealthStoreError.authorizationRequestNotFound {
            sheetLimiter.countWrongCode(of: guesser)
            throw SheetTrouble.unknownRequest
        }
    }

    /// An app as people see it.
    func app(_ client: ClientID) async throws -> AppName {
        let client = try await store.client(client)
        return AppName(
            name: client.name.isEmpty ? client.bundleIdentifier : client.name,
            bundleIdentifier: client.bundleIdentifier
        )
    }

    private func sheet(
        of request: AuthorizationRequest,
        by app: AppName,
        _ session: Session,
        isOn: (Int16, Side) -> Bool
    ) -> SheetContent {
        func content(
            _ side: Side,
            _ types: [Int16],
            _ description: String?
        ) -> SheetContent.Side {
            SheetContent.Side(
                switches: types.compactMap { id in
                    Catalogue.objectType(id: id).map { type in
                        Switch(subject: .type(type), isOn: isOn(id, side))
                    }
                },
                usageDescription: description
            )
        }
        return SheetContent(
            app: app,
            code: request.userCode.description,
            share: content(.share, request.undecided.share, request.shareUsageDescription),
            read: content(.read, request.undecided.read, request.readUsageDescription),
            token: seals.formToken(of: session.id)
        )
    }
}
