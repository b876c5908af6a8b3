import Foundation
import HTTPClient
import TestSupport

/// A client that follows the changes of a user.
struct SoakReader {
    /// How it follows them.
    enum Way: Sendable {
        /// Page after page, by anchors.
        case pages
        /// Pages that wait for changes.
        case waits
        /// Events, resumed behind the last one.
        case events
        /// Pages, of which some wait.
        case mixed
    }

    /// Who reads what.
    struct Role: Sendable {
        let name: String
        let user: Int
        let client: SoakCast.Client
        let way: Way
        /// The types that it asks for; none for all.
        var types: [SoakType] = []
    }

    /// The readers of a soak.
    static let roles = [
        Role(name: "reader of pages", user: 0, client: .full, way: .pages),
        Role(
            name: "reader of two types that waits",
            user: 1,
            client: .partial,
            way: .waits,
            types: [.steps, .sleep]
        ),
        Role(name: "reader of events", user: 1, client: .full, way: .events),
        Role(name: "reader without read", user: 0, client: .blind, way: .mixed),
    ]

    let role: Role
    private let run: SoakRun
    private let client: HTTPClient
    private var random: SeededGenerator
    private var view = ReaderView()
    private var anchor: String?
    private var isDone = false

    /// Makes a reader that reaches the server over a line.
    init(_ role: Role, _ run: SoakRun, _ cast: SoakCast, url: String, _ random: SeededGenerator)
        throws
    {
        self.role = role
        self.run = run
        self.random = random
        client = try HTTPClient(baseURL: url, token: cast.token(role.client, of: role.user))
    }

    /// Reads until there is nothing more, once the writers are done; answers what it holds.
    mutating func read() -> ReaderView {
        while !isDone, run.phase != .abandoned {
            if role.way == .events, run.phase != .closing { follow() } else { pull() }
        }
        if !isDone { run.differ("\(role.name): was not done in time") }
        for contradiction in view.contradictions { run.differ("\(role.name): \(contradiction)") }
        return view
    }

    private mutating func pull() {
        let isLast = run.phase == .closing
        let waits = role.way == .waits || (role.way == .mixed && Bool.random(using: &random))
        var query = ["limit=\(Int.random(in: 1...300, using: &random))"] + filter
        if let anchor { query.append("anchor=\(anchor)") }
        if waits, !isLast { query.append("wait=\(Int.random(in: 1...5, using: &random))") }
        let path = "/v1/users/me/changes?" + query.joined(separator: "&")
        guard let response = try? client.send(ClientRequest(method: "GET", path: path)) else {
            usleep(20_000)
            return
        }
        guard let page = page(response) else { return }
        take(page)
        if page.isEmpty {
            if isLast { isDone = !page.more }
            usleep(UInt32.random(in: 1000...60_000, using: &random))
        }
    }

    private func page(_ response: ClientResponse) -> ChangesPage? {
        guard response.status == 200, let page = try? ChangesPage(response.body) else {
            judge(response)
            return nil
        }
        return page
    }

    private func judge(_ response: ClientResponse) {
        if response.status != 503 {
            let text = String(decoding: response.body.prefix(400), as: UTF8.self)
            run.differ("\(role.name): was answered \(response.status) \(text)")
        }
        usleep(50_000)
    }

    private mutating func take(_ page: ChangesPage) {
        run.count(\.reads)
        view.take(page)
        anchor = page.anchor
    }

    private var filter: [String] {
        role.types.isEmpty
            ? [] : ["type=" + role.types.map(\.rawValue).joined(separator: ",")]
    }

    /// Follows events until the line breaks, the reader has had enough, or the soak goes on.
    private mutating func follow() {
        var headers = [("Accept", "text/event-stream")]
        if let anchor { headers.append(("Last-Event-ID", anchor)) }
        let query = ["limit=\(Int.random(in: 1...300, using: &random))"] + filter
        let request = ClientRequest(
            method: "GET",
            path: "/v1/users/me/changes?" + query.joined(separator: "&"),
            headers: headers,
            timeout: .seconds(600)
        )
        var left = Int.random(in: 1...60, using: &random)
        var buffer = EventBuffer()
        var refused: ClientResponse?
        let run = run
        _ = try? client.receive(
            request,
            silence: .seconds(40),
            while: { run.phase.rawValue < SoakRun.Phase.closing.rawValue }
        ) { piece in
            guard piece.status == 200 else {
                refused = piece
                return false
            }
            for event in buffer.events(adding: piece.body) {
                guard let page = try? ChangesPage(event.data.utf8), page.anchor == event.id else {
                    run.differ("\(role.name): an event that is no page")
                    return false
                }
                take(page)
                left -= 1
            }
            return left > 0
        }
        if let refused { judge(refused) } else { usleep(10_000) }
    }
}
