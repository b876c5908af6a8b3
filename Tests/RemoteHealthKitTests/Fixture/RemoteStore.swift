import Foundation
import HealthModel
import HealthOutbox
import JSON
import TestSupport

@testable import RemoteHealthKit
@testable import TributaryCommands

/// A whole server with a person and an app that acts for them, for one test.
struct RemoteStore: Sendable {
    /// The server behind it, which a test may stop and start again.
    let server: StoppableServer
    /// The operator's client of the API.
    let admin: APIClient
    /// The person.
    let user: String
    /// The app's id.
    let client: String
    /// The secret with which the app acts for the person.
    let token: String

    /// The app's bundle identifier.
    static let bundleIdentifier = "com.example.app"

    /// Where the server answers.
    var url: String { server.url }

    /// The app's configuration: why it asks, no outbox, and pauses too short to be noticed.
    var configuration: RemoteHealthConfiguration {
        var configuration = RemoteHealthConfiguration(
            server: url,
            token: token,
            shareUsageDescription: "To show your days.",
            updateUsageDescription: "To keep your walks.",
            authorizationHandler: { _ in }
        )
        configuration.clock = .hurried
        return configuration
    }

    /// The store as the app has it.
    var store: HKHealthStore { HKHealthStore(configuration: configuration) }

    /// Another app of the person, and what it may do; nil where nobody has decided.
    func otherApp(
        _ bundleIdentifier: String = "com.example.other",
        share: [String]? = ["*"],
        read: [String]? = ["*"]
    ) async throws -> RemoteStore {
        let (client, token) = try await Self.makeApp(bundleIdentifier, user, admin)
        let other = RemoteStore(
            server: server,
            admin: admin,
            user: user,
            client: client,
            token: token
        )
        if share != nil || read != nil {
            try await other.grant(share: share ?? [], read: read ?? [])
        }
        return other
    }

    /// Makes an app that acts for a person.
    static func makeApp(
        _ bundleIdentifier: String,
        _ user: String,
        _ admin: APIClient
    ) async throws -> (client: String, token: String) {
        let client = try await admin.createClient(bundleIdentifier: bundleIdentifier, name: "App")
        return (client, try await admin.createToken(user: user, client: client))
    }
}

/// What an operator does.
extension RemoteStore {
    /// Decides everything about the app; what is not listed is refused, `*` is every type.
    func grant(share: [String], read: [String]) async throws {
        try await admin.putGrants(user: user, client: client, share: share, read: read)
    }

    /// Stores samples as the operator may, who can name any source.
    func push(_ drafts: [SampleDraft]) async throws {
        let answer = try await admin.push(drafts, user: user)
        guard answer.rejections.isEmpty else { throw RefusedPush(answer.rejections) }
    }

    /// Sets characteristics by short name, such as `biologicalSex` to `female`.
    func setCharacteristics(_ values: [String: String]) async throws {
        try await admin.setCharacteristics(values, user: user)
    }

    /// The ids of the requests that wait for a decision.
    func pendingRequests() async throws -> [String] {
        let path = APIPath.user(user, ["authorization-requests"], query: [("state", "pending")])
        return try await admin.call("GET", path) { root in
            try (root["requests"]?.elements).map { try $0.map { try $0.text("id") } } ?? []
        }
    }

    /// Decides a request in the person's place.
    func decide(_ request: String, share: [String], read: [String]) async throws {
        let path = APIPath.user(user, ["authorization-requests", request, "decision"])
        let body = #"{"share":\#(share),"read":\#(read)}"#
        _ = try await admin.answer("POST", path, body: Array(body.utf8))
    }

    /// How many samples of a type the server has, whoever saved them.
    func sampleCount(of type: String) async throws -> Int {
        let path = APIPath.user(user, ["samples"], query: [("type", type), ("limit", "1000")])
        return try await admin.call("GET", path) { root in
            var count = 0
            if let samples = root["samples"]?.elements { for _ in samples { count += 1 } }
            return count
        }
    }

    /// Takes an app out of service, as an operator does whose app misbehaves.
    func suspend() async throws {
        let path = APIPath(["v1", "clients", client])
        _ = try await admin.answer("PATCH", path, body: Array(#"{"suspended":true}"#.utf8))
    }
}

/// A push of a test's own data that the server did not take.
private struct RefusedPush: Error, CustomStringConvertible {
    let description: String

    init(_ rejections: [PushAnswer.Exception]) {
        description = rejections.map { "\($0.index): \($0.refusal)" }.joined(separator: ", ")
    }
}

extension RetryClock {
    /// A clock whose pauses last no more than a few milliseconds.
    static let hurried = RetryClock(
        wait: { try await Task.sleep(for: min($0, .milliseconds(5))) },
        jitter: { 1 }
    )
}

/// Runs a test with a server, a person and an app.
///
/// The suite needs `.offPool`: some calls of HealthKit block.
///
/// - Parameters:
///   - share: The types that the app may save; nil, with `read` nil, where nobody has decided.
///   - read: The types that it may read.
func withRemoteStore<Answer>(
    share: [String]? = ["*"],
    read: [String]? = ["*"],
    _ body: (RemoteStore) async throws -> Answer
) async throws -> Answer {
    try await withDatabase { database in
        let server = StoppableServer(database)
        try await server.start()
        let outcome: Result<Answer, any Error>
        do {
            let fixture = try await makeStore(on: server, share: share, read: read)
            outcome = .success(try await body(fixture))
        } catch {
            outcome = .failure(error)
        }
        await server.stop()
        return try outcome.get()
    }
}

private func makeStore(
    on server: StoppableServer,
    share: [String]?,
    read: [String]?
) async throws -> RemoteStore {
    let admin = try APIClient(baseURL: server.url, token: server.adminToken)
    let user = try await admin.createUser(name: "Ana", timeZone: "Europe/Paris")
    let (client, token) = try await RemoteStore.makeApp(RemoteStore.bundleIdentifier, user, admin)
    let fixture = RemoteStore(
        server: server,
        admin: admin,
        user: user,
        client: client,
        token: token
    )
    if share != nil || read != nil {
        try await fixture.grant(share: share ?? [], read: read ?? [])
    }
    return fixture
}
