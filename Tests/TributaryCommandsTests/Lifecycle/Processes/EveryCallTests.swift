import Foundation
import HTTPClient
import TestSupport
import Testing

extension LifecycleTests {
    /// Every call of the contract, made of a server as it is shipped: an optimised build may do what
    /// no test of a debug build has seen.
    @Suite("Every call of the program")
    struct EveryCallTests {
        /// A call of the contract.
        private struct Call: Hashable {
            let method: String
            let path: String
            let hasBody: Bool

            var name: String { "\(method) \(path)" }
        }

        /// What is sent with calls that have a body.
        private static let bodies = [
            "POST /v1/users": #"{"name":"Ana","timeZone":"Europe/Paris"}"#,
            "POST /v1/clients": #"{"bundleIdentifier":"com.example.every","name":"Every"}"#,
            "PUT /v1/users/{user}/grants/{client}": #"{"share":["*"],"read":["stepCount"]}"#,
            "POST /v1/users/{user}/tokens": #"{"client":"1"}"#,
            "POST /v1/users/{user}/samples": #"""
            {"batch":"every","samples":[{"type":"stepCount","start":"2026-11-29T08:00:00Z",
            "end":"2026-11-29T08:10:00Z","value":100,"unit":"count",
            "source":{"bundleIdentifier":"com.example.every","name":"Every"}}]}
            """#,
            "POST /v1/users/{user}/deletions":
                #"{"uuids":["0b1de7c8-0000-4000-8000-000000000000"]}"#,
            "PUT /v1/users/{user}/sources/order/{type}": #"{"order":[],"disabled":[]}"#,
            "PUT /v1/users/{user}/characteristics": #"{"bloodType":"oPositive"}"#,
            "POST /v1/webhooks": #"{"client":"1","url":"http://127.0.0.1:9/"}"#,
            "PATCH /v1/webhooks/{webhook}": #"{"enabled":false}"#,
            "POST /v1/webhooks/{webhook}/replay": "{}",
            "PATCH /v1/users/{user}": #"{"name":"Ana"}"#,
            "PATCH /v1/clients/{client}": #"{"name":"Every","suspended":false}"#,
            "PATCH /v1/users/{user}/grants/{client}": #"{"share":{"refuse":["heartRate"]}}"#,
            "POST /v1/grants": #"{"users":"*","client":"1","template":"every"}"#,
            "PUT /v1/grant-templates/{template}": #"{"share":["*"],"read":[]}"#,
            "POST /v1/tokens/{token}/rotation": "{}",
            "POST /v1/admin-tokens": #"{"name":"Every","role":"auditor"}"#,
            "POST /v1/admin-tokens/{token}/rotation": "{}",
            "POST /v1/users/{user}/authorization-requests": #"""
            {"share":["stepCount","heartRate"],"read":["heartRate"],
            "shareUsageDescription":"To count.","readUsageDescription":"To show."}
            """#,
            "POST /v1/users/{user}/authorization-requests/{request}/decision": "{}",
            "POST /v1/users/{user}/access-codes": "{}",
        ]

        /// What a client alone may call.
        private static let ofClients: Set<String> = [
            "POST /v1/users/{user}/authorization-requests"
        ]

        /// What is asked behind a path.
        private static func query(of call: Call) -> String {
            guard call.method == "GET" else { return "" }
            let path = call.path
            let day = "?start=2026-11-29T00:00:00Z&end=2026-11-30T00:00:00Z"
            if path.hasSuffix("/collection") { return day + "&interval=PT1H" }
            let takesRange = path.contains("/statistics/") || path.hasSuffix("/preview")
            if takesRange { return day }
            if path.hasSuffix("/changes") { return "?wait=1" }
            return path.hasSuffix("{user}/samples") ? "?type=stepCount" : ""
        }

        @Test("Each is answered by what it is for, and the server lives on")
        func everyCall() async throws {
            let folder = try TemporaryFolder()
            let server = try await Server.start(in: folder)
            let admin = try server.admin()
            let person = try await Person(by: admin)
            let app = try Caller(server.url, token: person.token)
            let hook = try await admin.send(
                "POST",
                "/v1/webhooks",
                #"{"client":"1","url":"http://127.0.0.1:9/"}"#
            )
            let values = [
                "user": person.id, "client": "1", "type": "stepCount",
                "uuid": "0b1de7c8-0000-4000-8000-000000000000",
                "token": "0b1de7c8-0000-4000-8000-000000000000",
                "webhook": try Self.text("id", of: hook.body), "template": "every",
                "request": "0b1de7c8-0000-4000-8000-000000000000",
                "code": "0b1de7c8-0000-4000-8000-000000000000",
                "session": "0b1de7c8-0000-4000-8000-000000000000",
            ]
            let calls = try await Self.calls(admin)
            #expect(calls.count > 30)
            for call in calls {
                let caller = Self.ofClients.contains(call.name) ? app : admin
                let status = try await Self.status(of: call, values, by: caller)
                #expect(200..<300 ~= status || status == 404, "\(call.name): \(status)")
                #expect(server.program.exitStatus == nil, "\(call.name)")
            }
            #expect(try await server.stop() == 0)
        }

        private static func status(
            of call: Call,
            _ values: [String: String],
            by admin: Caller
        ) async throws -> Int {
            var path = call.path + query(of: call)
            for (name, value) in values { path = path.replacing("{\(name)}", with: value) }
            let body = bodies[call.name]
            #expect(!call.hasBody || body != nil, "\(call.name) needs a body here")
            return try await admin.send(call.method, path, body).status
        }

        /// The calls of the contract as the server tells it; those that delete come last, users
        /// behind what belongs to them.
        private static func calls(_ admin: Caller) async throws -> [Call] {
            let contract = try await admin.send("GET", "/openapi.json").body
            let root = try JSONSerialization.jsonObject(with: Data(contract)) as? [String: Any]
            let paths = try #require(root?["paths"] as? [String: [String: Any]])
            // Pages are for browsers, see `EveryPageTests`.
            let calls = paths.filter { !$0.key.hasPrefix("/sheet") }.flatMap { path, operations in
                operations.keys.filter { $0 != "parameters" }.map { method in
                    let operation = operations[method] as? [String: Any]
                    return Call(
                        method: method.uppercased(),
                        path: path,
                        hasBody: operation?["requestBody"] != nil
                    )
                }
            }
            func rank(_ call: Call) -> (Int, Int, String) {
                let isOfUser = call.path == "/v1/users/{user}"
                return call.method == "DELETE"
                    ? (1, isOfUser ? 1 : 0, call.name) : (0, 0, call.name)
            }
            return calls.sorted { rank($0) < rank($1) }
        }

        private static func text(_ name: String, of body: [UInt8]) throws -> String {
            let root = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            return try #require(root?[name] as? String)
        }
    }
}
