import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Tokens of clients: lists and rotation.
extension Service {
    /// `GET /v1/users/{user}/tokens`.
    func listTokens(_ head: HTTPRequestHead, _ user: String) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["limit", "cursor"])
        let limit = try parameters.pageLimit()
        let found = try await store.tokens(
            user: userID(user),
            after: parameters.text("cursor").map { try ListCursor.place($0) },
            limit: limit + 1
        )
        let page = ListPage(found, limit: limit)
        return .json(
            JSONWriter.document { writer in
                writer.objects("tokens", page.entries) { token, writer in
                    TokenJSON.write(token, lastUse(token.id, token.lastUsedAt), to: &writer)
                }
                writer.member(
                    "cursor",
                    orNull: page.cursor { Self.cursor($0.createdAt, $0.id) }
                )
            }
        )
    }

    /// `POST /v1/tokens/{token}/rotation`.
    func rotateToken(
        _ request: HTTPRequest,
        _ token: String,
        by actor: String
    ) async throws -> HTTPResponse {
        let rotation = try rotation(request)
        guard let id = TokenID(token) else { throw HealthStoreError.tokenNotFound }
        let issued = try await store.rotateToken(id, rotation, by: actor)
        authenticator.forget(token: id)
        return .json(UserJSON.token(issued), status: 201)
    }

    /// Reads how a token is to be replaced: `{overlap?,expiresIn?}`.
    func rotation(_ request: HTTPRequest) throws -> TokenRotation {
        try body(of: request) { root in
            try root.refuseMembers(except: ["overlap", "expiresIn"])
            return TokenRotation(
                now: now(),
                overlapInSeconds: try Self.seconds(root, "overlap", 0...2_592_000) ?? 86_400,
                lifetimeInSeconds: try Self.lifetimeInSeconds(root)
            )
        }
    }

    /// When a token was last used, of what is stored and what this server has not written yet.
    func lastUse(_ token: TokenID, _ stored: Instant?) -> Instant? {
        [stored, authenticator.uses.lastUse(of: token)].compactMap { $0 }.max()
    }

    /// The cursor behind an entry.
    static func cursor(_ time: Instant, _ id: SampleID) -> String {
        ListCursor.text(of: ListPlace(time: time, id: id))
    }

    /// `expiresIn`, in seconds: up to ten years.
    static func lifetimeInSeconds(_ root: JSONValue) throws -> Int64? {
        try seconds(root, "expiresIn", 1...315_576_000)
    }

    private static func seconds(
        _ root: JSONValue,
        _ name: String,
        _ range: ClosedRange<Int64>
    ) throws -> Int64? {
        guard let value = root[name], !value.isNull else { return nil }
        guard let seconds = value.int, range.contains(seconds) else {
            throw Problem(
                .invalidRequest,
                "Must be a whole number of seconds from \(range.lowerBound) to"
                    + " \(range.upperBound).",
                field: name
            )
        }
        return seconds
    }
}
