import HTTPServer
import HealthAPI
import HealthStore

/// The pages that people see.
extension Service {
    /// How the audit log names a person who acts with a session of their own.
    static let personActor = "person"

    /// What a page's body may have.
    static let sheetAdmission = HTTPAdmission.bodyLimit(
        FormBody.limit,
        inflated: FormBody.limit
    )

    /// Counts a page of an address.
    ///
    /// - Throws: `SheetTrouble.tooManyTries`.
    func admitSheet(_ head: HTTPRequestHead) throws {
        try sheetLimiter.admitPage(of: PeerNetwork(head.remoteAddress))
    }

    /// Answers with a page.
    ///
    /// - Throws: `SheetTrouble`, `HealthStoreError`, `PostgresError`.
    func answerSheet(_ route: SheetRoute, _ request: HTTPRequest) async throws -> HTTPResponse {
        try await page(route, request).adding(transportFields)
    }

    private func page(_ route: SheetRoute, _ request: HTTPRequest) async throws -> HTTPResponse {
        switch route {
        case .style:
            return .sheetFile(PackageResources.style_css, type: "text/css; charset=utf-8")
        case .script:
            return .sheetFile(PackageResources.sheet_js, type: "text/javascript; charset=utf-8")
        case .signInForm: return signInForm(try await visit(request))
        case .signIn: return try await signIn(try await visit(request, sends: true))
        case .signOut: return try await signOut(try await visit(request, sends: true))
        case .home: return try await home(try await visit(request))
        case .request(let code):
            return try await showRequest(code, try await visit(request))
        case .answerRequest(let code):
            return try await answerRequest(code, try await visit(request, sends: true))
        case .app(let client): return try await showApp(client, try await visit(request))
        case .changeApp(let client):
            return try await changeApp(client, try await visit(request, sends: true))
        }
    }

    /// The cookie that sessions are held with.
    var sheetCookie: SheetCookie { SheetCookie(isSecure: sheetOrigin.isSecure) }

    /// Where forms come from.
    var sheetOrigin: SheetOrigin { SheetOrigin(publicURL) }

    /// What pages say besides, where the server itself speaks TLS: never to call it without.
    ///
    /// Behind a proxy the proxy has to say it. `localhost` belongs to every server on a machine.
    var transportFields: [(name: String, value: String)] {
        guard publicURL.usesTLS, !publicURL.origin.hasPrefix("https://localhost") else { return [] }
        return [SheetFields.strictTransport]
    }

    /// Finds out who asks, and in which language.
    ///
    /// - Parameter sends: Whether the request is a form, which only our own pages may send.
    /// - Throws: `SheetTrouble.foreignForm`, `.refusedForm`; `PostgresError`.
    private func visit(_ request: HTTPRequest, sends: Bool = false) async throws -> SheetVisit {
        let head = request.head
        guard !sends || sheetOrigin.admits(head.headers) else { throw SheetTrouble.foreignForm }
        let form = sends ? try FormBody(request) : nil
        let chosen = Self.chosenLanguage(form?[FormField.language], head)
        var session: Session?
        if let secret = sheetCookie.secret(in: head.headers) {
            session = try await store.session(ofSecret: secret, at: now())
        }
        return SheetVisit(
            head: head,
            language: chosen ?? Self.askedLanguage(head),
            paths: SheetPaths(prefix: publicURL.path, chosen: chosen),
            session: session,
            form: form
        )
    }

    private static func chosenLanguage(_ sent: String?, _ head: HTTPRequestHead) -> Language? {
        (sent ?? head.sheetQuery(FormField.language))
            .flatMap { LanguagePreference.language(of: $0) }
    }

    private static func askedLanguage(_ head: HTTPRequestHead) -> Language {
        let header = head.headers.values(of: "Accept-Language").joined(separator: ",")
        return LanguagePreference(header).language
    }
}

/// What went wrong, as a page.
extension Service {
    /// The page that answers an error.
    func sheetResponse(to error: any Error, head: HTTPRequestHead) -> HTTPResponse {
        let problem = error is SheetTrouble ? nil : problem(error, head)
        let trouble = error as? SheetTrouble ?? SheetTrouble(error, problem)
        let chosen = Self.chosenLanguage(nil, head)
        let language = chosen ?? Self.askedLanguage(head)
        let page = Page(language, SheetPaths(prefix: publicURL.path, chosen: chosen))
        // A trouble that stands for a problem in general keeps the problem's own status.
        let status = trouble == .failed ? problem?.code.status ?? trouble.status : trouble.status
        var fields: [(name: String, value: String)] = []
        if let seconds = problem?.retryAfter ?? trouble.secondsToWait {
            fields.append((name: "Retry-After", value: String(seconds)))
        }
        if let allow = problem?.allow, !allow.isEmpty {
            fields.append((name: "Allow", value: allow.joined(separator: ", ")))
        }
        return HTTPResponse.page(page.trouble(trouble), language, status: status)
            .adding(fields + transportFields)
    }
}

extension SheetTrouble {
    /// What an error means to a person.
    fileprivate init(_ error: any Error, _ problem: Problem?) {
        switch error as? HealthStoreError {
        case .authorizationRequestNotFound?, .authorizationRequestDecided?: self = .unknownRequest
        case .authorizationRequestExpired?: self = .expired
        case .clientNotFound?, .userNotFound?: self = .notFound
        default: self = problem?.code == .notFound ? .notFound : .failed
        }
    }

    /// The seconds until it is worth trying again.
    fileprivate var secondsToWait: Int? {
        if case .tooManyTries(let seconds) = self { seconds } else { nil }
    }
}
