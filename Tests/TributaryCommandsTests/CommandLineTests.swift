import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The command line", .offPool)
struct CommandLineTests {
    @Test("Every command explains itself", arguments: Tributary.commands.map(\.path))
    func help(path: [String]) async throws {
        #expect(await Tributary.run(path + ["--help"]) == 0)
        let command = try #require(Tributary.commands.first { $0.path == path })
        let page = Help.page(of: command)
        #expect(page.contains("Usage: tributary " + path.joined(separator: " ")))
        for option in command.options { #expect(page.contains("  " + option.name)) }
        #expect(Help.overview(of: Tributary.commands).contains(command.summary))
    }

    @Test("An option that does not exist is wrong usage", arguments: Tributary.commands.map(\.path))
    func unknownOption(path: [String]) async {
        #expect(await Tributary.run(path + ["--no-such-option"]) == 2)
    }

    @Test(
        "What is missing or makes no sense is wrong usage",
        arguments: [
            ["import"], ["import", "apple-health"], ["import", "apple-health", "a", "b"],
            ["import", "apple-health", "a.xml", "--server", "http://127.0.0.1:1", "--token", "t"],
            ["import", "apple-health", "a.xml", "--user", "u", "--server", "http://127.0.0.1:1"],
            ["explain"], ["explain", "stepCount"],
            ["explain", "stepCount", "--start", "yesterday", "--end", "2026-11-30T08:00:00Z"],
            ["explain", "stepCount", "--start", "2026-11-30T08:00:00", "--end", "x"],
            ["explain", "stepCount", "--start", "2026-11-30T08:00:00Z"],
            ["demo", "--days", "0"], ["demo", "--days", "seven"], ["demo", "--seed", "-1"],
            ["demo", "--time-zone", "Mars/Olympus"], ["demo", "extra"], ["demo", "--keep=yes"],
            ["push"], ["push", "d"], ["push", "d", "--user", "u", "--batch", "0"],
            ["push", "d", "--user", "u", "--interval", "0"],
            ["push", "d", "--user", "u", "--server", "http://127.0.0.1:1"],
            ["simulate"], ["simulate", "--user", "u", "--days", "367"],
            ["simulate", "--user", "u", "--records", "9"],
            ["simulate", "--export", "f", "--records", "0"], ["nothing"],
            ["simulate", "--check"], ["simulate", "--truth", "f"],
            ["simulate", "--users", "0"], ["simulate", "--users", "2", "--user", "u"],
            ["simulate", "--users", "2", "--rate", "0"],
            ["simulate", "--users", "2", "--first-day", "2999-01-01"],
        ]
    )
    func wrongUsage(words: [String]) async {
        #expect(await Tributary.run(words) == 2)
    }
}

@Suite("Finding the server", .offPool)
struct ServerAccessTests {
    private func access(_ words: [String]) throws -> ServerAccess {
        let command = Command(path: ["x"], summary: "", options: ServerAccess.options) { _ in 0 }
        return try ServerAccess(Arguments(words, of: command, environment: [:]))
    }

    @Test("A server that is named needs a token, and never gets the data directory's")
    func namedServer() throws {
        let directory = TemporaryDirectory()
        _ = try directory.write("secret-of-the-directory\n".utf8, as: "admin-token")
        #expect(throws: UsageError.self) {
            try access(["--server", "http://h:1", "--data-dir", directory.path])
        }
        let named = try access(["--server", "http://h:1", "--token", "t"])
        #expect(named.url == "http://h:1")
        #expect(named.token == "t")
    }

    @Test("The server of a data directory is found with its token, unless one is given")
    func dataDirectory() throws {
        let directory = TemporaryDirectory()
        _ = try directory.write("http://127.0.0.1:99\n".utf8, as: "address")
        _ = try directory.write("secret-of-the-directory\n".utf8, as: "admin-token")
        let found = try access(["--data-dir", directory.path])
        #expect(found.url == "http://127.0.0.1:99")
        #expect(found.token == "secret-of-the-directory")
        #expect(try access(["--data-dir", directory.path, "--token", "t"]).token == "t")
    }

    @Test("A token may be in a file, which counts before one in words")
    func tokenFile() throws {
        let directory = TemporaryDirectory()
        let file = try directory.write(" t-of-the-file\n".utf8, as: "token")
        let words = ["--server", "http://h:1", "--token-file", file]
        #expect(try access(words).token == "t-of-the-file")
        #expect(try access(words + ["--token", "t"]).token == "t-of-the-file")
        let empty = try directory.write("\n".utf8, as: "empty")
        for useless in [empty, directory.path + "/none"] {
            let error = #expect(throws: CommandError.self) {
                try access(["--server", "http://h:1", "--token", "t", "--token-file", useless])
            }
            #expect(error?.description.contains(useless) == true)
        }
    }

    @Test("Where no server runs, the error says what to do")
    func nothingRuns() throws {
        let directory = TemporaryDirectory()
        let error = #expect(throws: CommandError.self) {
            try access(["--data-dir", directory.path])
        }
        let text = try #require(error).description
        #expect(text.contains(directory.path))
        #expect(text.contains("tributary serve"))
    }

    @Test("A URL that is none is one clear line")
    func malformedServer() throws {
        let access = try access(["--server", "gopher://x", "--token", "t"])
        #expect(throws: CommandError.self) { try access.client() }
    }
}
