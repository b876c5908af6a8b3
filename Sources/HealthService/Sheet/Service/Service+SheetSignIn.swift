import HTTPServer
import HealthStore

/// Signing in and out.
extension Service {
    /// Asks for a code.
    ///
    /// One that a link brings is only filled in: whoever fetches the link ahead of the person, such
    /// as a preview of a message, spends nothing.
    func signInForm(_ visit: SheetVisit) -> HTTPResponse {
        let code = visit.query(FormField.code) ?? ""
        let request = visit.query(FormField.request).flatMap { UserCode($0)?.description }
        let page = visit.page { $0.signIn(toAnswer: request, code: code) }
        return .page(page.signIn(code: code, toAnswer: request), visit.language)
    }

    /// Signs a person in: a session that did not exist before, whatever cookie came along.
    ///
    /// - Throws: `SheetTrouble`, `PostgresError`.
    func signIn(_ visit: SheetVisit) async throws -> HTTPResponse {
        guard let form = visit.form, let code = form[FormField.code] else {
            throw SheetTrouble.refusedForm
        }
        try form.require(only: [FormField.code, FormField.request, FormField.language])
        let request = form[FormField.request].flatMap { UserCode($0)?.description }
        let guesser = SheetLimiter.Guesser.network(PeerNetwork(visit.head.remoteAddress))
        try sheetLimiter.checkCodes(of: guesser)
        let secret = String(code.filter { $0 != " " })
        guard
            let issued = try await store.spendAccessCode(secret, at: now(), by: Self.personActor)
        else {
            sheetLimiter.countWrongCode(of: guesser)
            let page = visit.page { $0.signIn(toAnswer: request) }
            let form = page.signIn(toAnswer: request, isWrong: true)
            return .page(form, visit.language, status: 403)
        }
        if let former = visit.session { try await end(former) }
        let next = request.map(visit.paths.request) ?? visit.paths.home
        return HTTPResponse.seeOther(next).adding([sheetCookie.setting(issued.secret)])
    }

    /// Ends the session.
    ///
    /// - Throws: `SheetTrouble.foreignForm`, `.refusedForm`; `PostgresError`.
    func signOut(_ visit: SheetVisit) async throws -> HTTPResponse {
        if let session = visit.session {
            _ = try form(of: visit, session)
            try await end(session)
        }
        return HTTPResponse.seeOther(visit.paths.signIn).adding([sheetCookie.deletion])
    }

    /// What was sent with the token of the session.
    ///
    /// - Throws: `SheetTrouble.foreignForm`.
    func form(of visit: SheetVisit, _ session: Session) throws -> FormBody {
        guard let form = visit.form,
            seals.isFormToken(form[FormField.token], of: session.id)
        else { throw SheetTrouble.foreignForm }
        return form
    }

    private func end(_ session: Session) async throws {
        do {
            try await store.endSession(session.id, user: session.user, by: Self.personActor)
        } catch HealthStoreError.sessionNotFound {
            // Somebody else was faster; it has ended either way.
        }
    }
}
