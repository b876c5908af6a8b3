import Foundation
import TestSupport
import Testing

@testable import EmbeddedPostgres

@Suite("The data directory, file by file", .offPool)
struct DirectoryTests {
    @Test("The socket lies inside while its path fits into 107 bytes, and in /tmp beyond")
    func socketPath() {
        // "/run/.s.PGSQL.5432" has 18 bytes.
        let longest = DataDirectory("/" + String(repeating: "d", count: 88))
        let longer = DataDirectory("/" + String(repeating: "d", count: 89))
        #expect(longest.socket.utf8.count == 107)
        #expect(longest.sockets == "\(longest.root)/run")
        #expect(longer.sockets.hasPrefix("/tmp/tributary-"))
        #expect(longer.sockets == DataDirectory(longer.root + "/").sockets)
        #expect(longer.sockets != DataDirectory(longer.root + "e").sockets)
    }

    @Test("A path with a comma, which libpq takes for a list, has its socket in /tmp")
    func comma() {
        #expect(DataDirectory("/a,b").sockets.hasPrefix("/tmp/tributary-"))
    }

    @Test("A relative path counts from the current directory")
    func relative() {
        let here = FileManager.default.currentDirectoryPath
        #expect(DataDirectory("x/../data").root == "\(here)/data")
    }

    @Test("The connection string quotes what libpq would misread")
    func connectionString() {
        let server = EmbeddedPostgres(EmbeddedPostgresConfiguration(dataDirectory: "/it's \\ here"))
        #expect(
            server.connectionString(database: "a'b")
                == #"host='/it\'s \\ here/run' port=5432 user=tributary dbname='a\'b'"#
        )
    }

    @Test("PostgreSQL's note names the process and whether it is ready")
    func note() {
        let text = "4711\n/data\n1700000000\n5432\n/run\n\n  5432001  7\nready   \n"
        #expect(PostmasterFile(text)?.process == 4711)
        #expect(PostmasterFile(text)?.isReady == true)
        let starting = text.replacingOccurrences(of: "ready   ", with: "starting")
        #expect(PostmasterFile(starting)?.isReady == false)
        #expect(PostmasterFile("4711\n/data")?.isReady == false)
    }

    @Test("A note that is none is not read as one", arguments: ["", "\n", "x\n", "-5\n", "0\n"])
    func noNote(text: String) {
        #expect(PostmasterFile(text) == nil)
    }

    @Test("The version is read out of what postgres prints")
    func version() {
        #expect(PostgresPrograms.majorVersion(in: "postgres (PostgreSQL) 15.18 (Debian)\n") == 15)
        #expect(PostgresPrograms.majorVersion(in: "postgres (PostgreSQL) 18beta1") == 18)
        #expect(PostgresPrograms.majorVersion(in: "something else") == nil)
    }

    @Test(
        "Failures that a person can do something about are recognised in the log",
        arguments: [
            (
                "LOG: x\nFATAL:  could not write lock file: No space left on device\n",
                EmbeddedPostgresError.diskFull(path: "/data")
            ),
            (
                "LOG:  could not bind: Address already in use\nFATAL:  no socket",
                .socketOccupied(path: "/data/run/.s.PGSQL.5432")
            ),
            (
                "FATAL:  lock file \"postmaster.pid\" already exists\nHINT:  Is another one there?",
                .inUse(path: "/data", process: nil)
            ),
            ("first\n\nlast\n\n", .startFailed(lastLine: "last")),
            ("a\nFATAL:  the cause\nLOG:  after", .startFailed(lastLine: "FATAL:  the cause")),
            ("", .startFailed(lastLine: "(it printed nothing)")),
        ]
    )
    func recognition(text: String, expected: EmbeddedPostgresError) {
        let found = failure(in: text, DataDirectory("/data")) { .startFailed(lastLine: $0) }
        #expect(found == expected)
    }

    @Test("A log that has grown is put aside, one that has not goes on")
    func rotation() throws {
        let directory = try TemporaryDirectory()
        let log = ServerLog(path: "\(directory.path)/log")
        try "12345".write(toFile: log.path, atomically: false, encoding: .utf8)
        log.rotate(above: 5)
        #expect(log.size == 5)
        #expect(log.text(from: 3) == "45")
        log.rotate(above: 4)
        #expect(log.size == 0)
        #expect(contents(of: "\(log.path).1") == "12345")
        log.rotate()
        #expect(log.text(from: 0) == "")
    }

    @Test("Only failures in quick succession count against the limit")
    func restartPolicy() {
        var policy = RestartPolicy(limit: 2)
        #expect(policy.pause(afterRunning: .seconds(1)) != nil)
        #expect(policy.pause(afterRunning: .zero) != nil)
        #expect(policy.pause(afterRunning: .zero) == nil)
        #expect(policy.pause(afterRunning: .seconds(10)) != nil)
        #expect(policy.pause(afterRunning: .zero) != nil)
        #expect(policy.pause(afterRunning: .zero) == nil)
    }

    @Test("Every error is one line that is not empty")
    func descriptions() {
        let errors: [EmbeddedPostgresError] = [
            .programsMissing(searched: ["/a", "/b"]), .launcherMissing, .userMissing(name: "p"),
            .notWritable(path: "/a", reason: "r"), .notACluster(path: "/a"),
            .wrongOwner(path: "/a", owner: 1, expected: 2),
            .wrongVersion(path: "/a", found: "9", installed: [15, 16]),
            .parentNotTraversable(path: "/a", user: "p"), .inUse(path: "/a", process: 7),
            .inUse(path: "/a", process: nil), .socketOccupied(path: "/a"), .diskFull(path: "/a"),
            .creationFailed(lastLine: "l"), .startFailed(lastLine: "l"),
            .startTimeout(limit: .seconds(1), lastLine: "l"),
            .spawnFailed(program: "p", reason: "r"), .stopped,
        ]
        for error in errors {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
        }
        #expect("\(errors[0])".contains("apt install postgresql"))
    }
}
