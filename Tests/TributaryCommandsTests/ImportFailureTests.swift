import Foundation
import HealthImport
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Imports that fail", .offPool, .timeLimit(.minutes(2)))
struct ImportFailureTests {
    private static let export = "ios9-sample.xml"

    @Test("Each failure is exit status 1")
    func statuses() async throws {
        try await withServer { server in
            let user = try await server.user()
            let file = AppleFixture.path(Self.export)
            func status(_ file: String, _ options: [String]) async -> Int32 {
                await Tributary.run(["import", "apple-health", file] + options)
            }
            let here = server.options
            let wrongToken = ["--server", server.url, "--token", "trib_t_wrong"]
            let nobody = ["--server", "http://127.0.0.1:1", "--token", "t"]
            #expect(await status(file, ["--user", user] + here) == 0)
            #expect(await status(file + ".missing", ["--user", user] + here) == 1)
            #expect(await status(file, ["--user", "nobody"] + here) == 1)
            #expect(await status(file, ["--user", "me"] + here) == 1)
            #expect(await status(file, ["--user", user] + wrongToken) == 1)
            #expect(await status(file, ["--user", user] + nobody) == 1)
        }
    }

    @Test(
        "A file that is no export is refused with a reason",
        arguments: [
            ("export_cda-2016-water-weight.xml", "clinical document"),
            ("healthkit-export-v11.dtd", "neither XML nor a zip"),
            ("iphone-watch-csv-values-masked.csv", "neither XML nor a zip"),
            ("ios9-sample-expected", "holds no Health export"),
        ]
    )
    func noExport(file: String, reason: String) async throws {
        try await withServer { server in
            let user = try await server.user()
            let output = CollectedOutput()
            let error = await #expect(throws: ImportError.self) {
                try await server.runImport(AppleFixture.path(file), user: user, to: output)
            }
            #expect(error?.description.contains(reason) == true)
            #expect(output.out.isEmpty)
        }
    }

    @Test("A damaged archive is refused, wherever it is damaged")
    func damagedArchives() async throws {
        let whole = try AppleFixture.bytes("zip-adversarial/x4-5-original.zip")
        let directory = TemporaryDirectory()
        try await withServer { server in
            let user = try await server.user()
            for count in [whole.count / 2, whole.count - 10] {
                let file = try directory.write(whole.prefix(count), as: "cut.zip")
                await #expect(throws: ImportError.self) {
                    try await server.runImport(file, user: user)
                }
            }
            let broken = AppleFixture.path("zip-adversarial/x4-7-broken-xml.zip")
            await #expect(throws: ImportError.self) {
                try await server.runImport(broken, user: user)
            }
        }
    }

    @Test("A user or a token that does not exist is told before anything is read")
    func toldFirst() async throws {
        let server = ScriptedServer { _, _ in
            .init(status: 404, body: #"{"code":"userNotFound","detail":"There is no such user."}"#)
        }
        let output = CollectedOutput()
        try await server.run { url in
            let arguments = try Arguments(
                [AppleFixture.path(Self.export), "--user", "u", "--server", url, "--token", "t"],
                of: ImportCommand.appleHealth,
                environment: [:]
            )
            await #expect(throws: CommandError.self) {
                try await ImportCommand.run(arguments, console: output.console())
            }
        }
        #expect(server.paths == ["/v1/users/u/sources"])
        #expect(output.out.isEmpty)
    }

    @Test("A server that fails on the way ends the import, and what it took is reported")
    func failureOnTheWay() async throws {
        let stored =
            #"{"stored":2000,"replaced":0,"duplicate":0,"ignored":0,"rejected":0,"outcomes":[]}"#
        let server = ScriptedServer { path, count in
            if path.hasSuffix("sources") { return .init(status: 200, body: #"{"sources":[]}"#) }
            return count < 2
                ? .init(status: 200, body: stored)
                : .init(status: 403, body: #"{"code":"forbidden","detail":"Oh."}"#)
        }
        let directory = TemporaryDirectory()
        let file = try directory.write(LargeExport.text(records: 20_000).utf8, as: "export.xml")
        let output = CollectedOutput()
        try await server.run { url in
            let arguments = try Arguments(
                [file, "--user", "u", "--server", url, "--token", "t"],
                of: ImportCommand.appleHealth,
                environment: [:]
            )
            let error = await #expect(throws: CommandError.self) {
                try await ImportCommand.run(arguments, console: output.console())
            }
            #expect(error?.description == "forbidden: Oh.")
        }
        #expect(output.out.contains("4,000 samples read"))
        // Two pushes are under way at most when one fails; nothing is pushed after that.
        #expect(server.paths.count <= 1 + 2 + 2)
    }
}
