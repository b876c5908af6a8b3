import HealthModel
import HealthStore
import JSON

/// Requests, codes and sessions as the wire has them.
enum AuthorizationJSON {
    /// What a client may share, whether a request would show anything, and who the client is.
    static func status(
        _ share: [(type: ObjectType, status: ShareStatus)],
        _ requestStatus: RequestStatus,
        of client: Client?
    ) -> [UInt8] {
        object { writer in
            writer.list("share", share) { writer, entry in
                writer.member("type", entry.type.identifier)
                writer.member("status", entry.status.rawValue)
            }
            writer.member("requestStatus", requestStatus.rawValue)
            guard let client else { return }
            writer.key("client")
            writer.beginObject()
            writer.member("bundleIdentifier", client.bundleIdentifier)
            writer.member("name", client.name)
            writer.endObject()
        }
    }

    /// A request that has just been made, with its code.
    static func created(
        _ request: AuthorizationRequest,
        at now: Instant,
        _ links: PublicURL
    ) -> [UInt8] {
        let left = request.expiresAt.microseconds - now.microseconds
        return object { writer in
            writer.member("id", request.id.description)
            writer.member("state", request.stateForClient(at: now).rawValue)
            writer.member("userCode", request.userCode.description)
            writer.member("verificationURI", links.sheet)
            writer.member("verificationURIComplete", links.sheet(of: request.userCode))
            writer.member("expiresIn", Int(left / 1_000_000))
            writer.member("interval", request.intervalInSeconds)
        }
    }

    /// The answer where nothing is left to ask.
    static let nothingToDecide = object {
        $0.member("state", AuthorizationState.decided.rawValue)
    }

    /// How far a request has got, for the client that made it.
    static func progress(_ request: AuthorizationRequest, at now: Instant) -> [UInt8] {
        object { writer in
            writer.member("id", request.id.description)
            writer.member("state", request.stateForClient(at: now).rawValue)
            writer.member("interval", request.intervalInSeconds)
        }
    }

    /// A request in full, but for its code.
    static func request(_ request: AuthorizationRequest, at now: Instant) -> [UInt8] {
        object { write(request, at: now, to: &$0) }
    }

    /// A list of requests.
    static func requests(_ requests: [AuthorizationRequest], at now: Instant) -> [UInt8] {
        object { $0.list("requests", requests) { write($1, at: now, to: &$0) } }
    }

    /// A code that has just been made.
    static func issued(_ code: IssuedAccessCode, _ links: PublicURL) -> [UInt8] {
        object { writer in
            writer.member("id", code.id.description)
            writer.member("code", code.secret)
            writer.member("url", links.signIn(with: code.secret))
            writer.member("expiresAt", RFC3339.format(code.expiresAt))
        }
    }

    /// A list of codes that nobody has used, without the codes.
    static func accessCodes(_ codes: [AccessCode]) -> [UInt8] {
        object { writer in
            writer.list("accessCodes", codes) { write($1, to: &$0) }
        }
    }

    /// A list of sessions.
    static func sessions(_ sessions: [Session]) -> [UInt8] {
        object { writer in
            writer.list("sessions", sessions) { write($1, to: &$0) }
        }
    }

    /// Writes the members of a code, without what opens anything.
    static func write(_ code: AccessCode, to writer: inout JSONWriter) {
        writer.member("id", code.id.description)
        writer.member("createdAt", RFC3339.format(code.createdAt))
        writer.member("expiresAt", RFC3339.format(code.expiresAt))
    }

    /// Writes the members of a session.
    static func write(_ session: Session, to writer: inout JSONWriter) {
        writer.member("id", session.id.description)
        writer.member("createdAt", RFC3339.format(session.createdAt))
        writer.member("lastUsedAt", RFC3339.format(session.usedAt))
        writer.member("expiresAt", RFC3339.format(session.expiresAt))
    }

    /// Writes the members of a request, but for its code.
    static func write(
        _ request: AuthorizationRequest,
        at now: Instant,
        to writer: inout JSONWriter
    ) {
        writer.member("id", request.id.description)
        writer.member("client", request.client.description)
        writer.member("state", request.state(at: now).rawValue)
        writer.types("share", request.asked.share)
        writer.types("read", request.asked.read)
        writer.optional("shareUsageDescription", request.shareUsageDescription)
        writer.optional("readUsageDescription", request.readUsageDescription)
        writer.member("createdAt", RFC3339.format(request.createdAt))
        writer.member("expiresAt", RFC3339.format(request.expiresAt))
        writer.optional("decidedAt", request.decidedAt.map { RFC3339.format($0) })
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    /// Writes a key with an array of objects.
    fileprivate mutating func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            write(&self, element)
            endObject()
        }
        endArray()
    }

    /// Writes a key with the names of types.
    fileprivate mutating func types(_ name: StaticString, _ typeIDs: [Int16]) {
        key(name)
        beginArray()
        for type in typeIDs.compactMap(Catalogue.objectType(id:)) { string(type.identifier) }
        endArray()
    }

    /// Writes a key with a string, or with null where there is none.
    fileprivate mutating func optional(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }
}
