import HealthAPI
import JSON
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Administration by command", .offPool, .timeLimit(.minutes(2)))
struct AdminCommandTests {
    private func command(_ words: [String]) throws -> (Command, [String]) {
        let command = try #require(
            Tributary.commands.filter { words.starts(with: $0.path) }
                .max { $0.path.count < $1.path.count }
        )
        return (command, Array(words.dropFirst(command.path.count)))
    }

    /// Runs a command as its words have it, and answers what it printed.
    private func run(_ server: TestServer, _ words: String...) async throws -> String {
        let (command, rest) = try command(["admin"] + words)
        let call = try #require(AdminCommand.calls[command.path])
        return try await server.run(
            command,
            { try await AdminCommand.run($0, call, console: $1) },
            rest
        ).output.out
    }

    private func value(_ name: String, of output: String) throws -> String {
        let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("\(name) ") })
        return String(line.dropFirst(name.count).drop { $0 == " " })
    }

    @Test("A user, a client, grants, tokens and the log of all of it")
    func wholeLife() async throws {
        try await withServer { server in
            let user = try value(
                "id",
                of: await run(server, "users", "create", "--name", "Ana\u{1B}[2J")
            )
            let list = try await run(server, "users", "list")
            #expect(list.contains("USER") && list.contains(user))
            #expect(!list.contains("\u{1B}") && list.contains("Ana\u{FFFD}[2J"))
            #expect(try await run(server, "users", "list", "--json").contains("\"\(user)\""))
            let made = try await run(server, "clients", "create", "com.example.app")
            let client = try value("id", of: made)
            _ = try await run(server, "templates", "put", "all", "--share", "*", "--read", "*")
            #expect(try await run(server, "templates", "list").contains("all"))
            let bulk = try await run(
                server,
                "grants",
                "bulk",
                client,
                "--users",
                "*",
                "--template",
                "all"
            )
            #expect(try value("granted", of: bulk) == "1")
            _ = try await run(
                server,
                "grants",
                "change",
                user,
                client,
                "--refuse-read",
                "heartRate,stepCount"
            )
            let grants = try await run(server, "grants", "list", user)
            #expect(grants.contains("HKQuantityTypeIdentifierHeartRate"))
            let token = try await run(server, "tokens", "create", user, client, "--name", "Watch")
            #expect(try value("token", of: token).hasPrefix("trib_c_"))
            let id = try value("id", of: token)
            let rotated = try await run(server, "tokens", "rotate", id, "--overlap", "0")
            #expect(try value("token", of: rotated).hasPrefix("trib_c_"))
            #expect(try await run(server, "tokens", "revoke", id) == "done\n")
            let tokens = try await run(server, "tokens", "list", user)
            #expect(tokens.contains(id) && tokens.contains("Watch") && !tokens.contains("trib_c_"))
            let suspended = try await run(server, "clients", "suspend", client)
            #expect(try value("suspendedAt", of: suspended) != "-")
            let resumed = try await run(server, "clients", "resume", client)
            #expect(try value("suspendedAt", of: resumed) == "-")
            let log = try await run(server, "audit", "--user", user, "--action", "token.")
            #expect(log.split(separator: "\n").count == 5)
            let one = try await run(server, "audit", "--limit", "1", "--json")
            #expect(one.contains("client.resume") && !one.contains("client.suspend"))
            await #expect(throws: UsageError.self) {
                _ = try await run(server, "users", "erase", user)
            }
            #expect(try await run(server, "users", "erase", user, "--yes") == "done\n")
            await #expect(throws: CommandError.self) {
                _ = try await run(server, "users", "show", user)
            }
        }
    }

    @Test("Tokens of admins, access codes, sessions and requests")
    func access() async throws {
        try await withServer { server in
            let user = try await server.user()
            let made = try await run(
                server,
                "admin-tokens",
                "create",
                "Kim",
                "--role",
                "auditor"
            )
            #expect(try value("token", of: made).hasPrefix("trib_a_"))
            let id = try value("id", of: made)
            _ = try await run(server, "admin-tokens", "rotate", id, "--overlap", "60")
            let list = try await run(server, "admin-tokens", "list")
            #expect(list.split(separator: "\n").count { $0.contains("auditor") } == 2)
            #expect(try await run(server, "admin-tokens", "revoke", id) == "done\n")
            let code = try await run(server, "access-codes", "create", user)
            #expect(try value("code", of: code).hasPrefix("trib_p_"))
            let codeID = try value("id", of: code)
            #expect(try await run(server, "access-codes", "list", user).contains(codeID))
            #expect(try await run(server, "access-codes", "delete", user, codeID) == "done\n")
            #expect(try await run(server, "sessions", "list", user).hasPrefix("SESSION"))
            let pending = try await run(server, "requests", "list", user, "--state", "pending")
            #expect(pending.hasPrefix("REQUEST"))
        }
    }
}

@Suite("Exports by command", .offPool, .timeLimit(.minutes(2)))
struct ExportCommandTests {
    private func export(_ server: TestServer, _ words: String...) async throws -> Int32 {
        try await server.run(
            ExportCommand.user,
            { try await ExportCommand.run($0, console: $1) },
            words
        ).status
    }

    @Test("A file is there once it is whole, with nothing beside it")
    func file() async throws {
        try await withServer { server in
            let user = try await server.user()
            let folder = TemporaryDirectory()
            let path = folder.path + "/ana.ndjson"
            #expect(try await export(server, user, "--output", path) == 0)
            #expect(folder.names == ["ana.ndjson"])
            let missing = folder.path + "/nobody.ndjson"
            await #expect(throws: CommandError.self) {
                _ = try await export(server, "00000000000000ff", "--output", missing)
            }
            await #expect(throws: CommandError.self) {
                _ = try await export(server, user, "--output", folder.path + "/no/such/place")
            }
            #expect(folder.names == ["ana.ndjson"])
        }
    }

    /// Exports, and whether they are whole.
    private static let exports: [(text: String, isWhole: Bool)] = [
        (
            #"{"kind":"user","user":{}}"# + "\n" + #"{"kind":"end","counts":{"user":1}}"# + "\n",
            true
        ),
        (#"{"kind":"end","counts":{}}"# + "\n", true),
        ("", false),
        (#"{"kind":"user","user":{}}"# + "\n", false),
        (#"{"kind":"user","user":{}}"# + "\n" + #"{"kind":"end","counts":{"user":1}}"#, false),
        (
            #"{"kind":"user","user":{}}"# + "\n" + #"{"kind":"end","counts":{"user":2}}"# + "\n",
            false
        ),
        (#"{"kind":"end","counts":{}}"# + "\n" + #"{"kind":"user","user":{}}"# + "\n", false),
        (#"{"kind":"user","user":{"kind":"end"}}"# + "\n", false),
    ]

    @Test("What is cut off or does not add up is refused, however it is cut into pieces")
    func check() throws {
        for (text, isWhole) in Self.exports {
            for size in [1, 7, 1000] {
                var check = ExportCheck()
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    check.take(Array(rest.prefix(size)))
                    rest = rest.dropFirst(size)
                }
                let passes = (try? check.requireWhole()) != nil
                #expect(passes == isWhole, "\(text)")
            }
        }
    }
}
