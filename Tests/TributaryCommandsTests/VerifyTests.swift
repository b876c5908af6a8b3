import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@testable import TributaryCommands

/// `tributary verify`, from its options to what it prints.
@Suite("Verify", .offPool)
struct VerifyTests {
    private struct World: Sendable {
        let database: TestDatabase
        let user: UserID

        /// Runs the command and answers what it printed.
        func verify(
            _ words: [String] = [],
            to output: CollectedOutput = CollectedOutput(),
            isTerminal: Bool = false
        ) throws -> (status: Int32, output: CollectedOutput) {
            let arguments = try Arguments(
                ["--database-url", database.connectionString] + words,
                of: VerifyCommand.command,
                environment: [:]
            )
            let console = output.console(isTerminal: isTerminal)
            return (try VerifyCommand.run(arguments, console: console), output)
        }

        /// Runs a script of a test's own.
        func script(_ sql: String) throws { try database.connect().script(sql) }
    }

    /// A user with one sample of 100 steps in a quarter of an hour, settled.
    private func withWorld(_ body: (World) async throws -> Void) async throws {
        try await withDatabase { database in
            let user = UserID(number: 0x1f2e_3d4c_5b6a_7988)
            let world = World(database: database, user: user)
            try world.script(
                """
                INSERT INTO users (id) VALUES (\(user.number));
                INSERT INTO user_streams (user_id, last_position) VALUES (\(user.number), 1);
                INSERT INTO sources (user_id, id, key, bundle_identifier)
                VALUES (\(user.number), 1, '0b1de7c8-5c0e-5d0a-8f3e-2a9b8c7d6e5f', 'com.example');
                INSERT INTO source_revisions (user_id, id, key, source_id)
                VALUES (\(user.number), 1, '0b1de7c8-5c0e-5d0a-8f3e-2a9b8c7d6e5e', 1);
                INSERT INTO source_types (user_id, type_id, source_id, client_id, sample_count)
                VALUES (\(user.number), \(steps), 1, 0, 1);
                INSERT INTO samples (
                    user_id, uuid, start_us, end_us, value, recorded_us, position, source_id,
                    revision_id, client_id, type_id, user_entered, created_given
                ) VALUES (
                    \(user.number), '6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f', 1728000900000000,
                    1728001500000000, 31337, 0, 1, 1, 1, 0, \(steps), false, false
                );
                INSERT INTO dirty_days (user_id, type_id, day)
                VALUES (\(user.number), \(steps), 20000);
                """
            )
            try await body(world)
        }
    }

    private let steps = Int(Catalogue.quantityType("stepCount")?.id ?? 0)
    private let damage = "UPDATE day_totals SET sums[2] = sums[2] + 1"

    @Test("A sound database gives one line and the status 0")
    func sound() async throws {
        try await withWorld { world in
            let (status, output) = try world.verify()
            #expect(status == 0)
            #expect(output.out == "1 user, 1 type, 1 day, 1 sample: 0 differences\n")
            #expect(output.error == "")
        }
    }

    @Test("A difference is told with its place, without its values, and the status is 1")
    func difference() async throws {
        try await withWorld { world in
            _ = try world.verify()
            try world.script(damage)
            let (status, output) = try world.verify()
            #expect(status == 1)
            let lines = output.out.split(separator: "\n")
            #expect(
                lines.first == """
                    user 1f2e3d4c5b6a7988, stepCount, 2024-10-04T00:15:00Z: the kept sum is not what \
                    the samples give
                    """
            )
            #expect(
                lines.last == "Totals and counts can be written anew from the samples: --repair"
            )
            #expect(!output.out.contains("31337") && !output.out.contains("31338"))
            let shown = try world.verify(["--show-values"]).output.out
            #expect(shown.contains("(31338.0 instead of 31337.0)"))
        }
    }

    @Test("What can be repaired is, and the status is 0; after that nothing is found")
    func repair() async throws {
        try await withWorld { world in
            _ = try world.verify()
            try world.script(damage)
            let (status, output) = try world.verify(["--repair"])
            #expect(status == 0 && output.out.contains("samples give, repaired\n"))
            #expect(output.out.hasSuffix(": 1 difference, 1 repaired\n"))
            #expect(try world.verify().status == 0)
        }
    }

    @Test("What cannot be repaired is said plainly, with the status 1")
    func lost() async throws {
        try await withWorld { world in
            try world.script("DELETE FROM source_revisions")
            let (status, output) = try world.verify(["--repair"])
            #expect(status == 1)
            #expect(
                output.out.contains("stepCount, source number 1: samples of a source's version")
            )
            #expect(output.out.hasSuffix("cannot be repaired: restore a backup.\n"))
        }
    }

    @Test("For programs it prints one object a line, without values unless they are asked for")
    func json() async throws {
        try await withWorld { world in
            _ = try world.verify()
            try world.script(damage + "; UPDATE source_types SET sample_count = 5")
            let (status, output) = try world.verify(["--json"])
            #expect(status == 1)
            let id = #""user":"1f2e3d4c5b6a7988","type":"HKQuantityTypeIdentifierStepCount""#
            #expect(
                output.out == """
                    {"event":"difference","kind":"sampleCountDiffers",\(id),"sourceNumber":1,\
                    "client":"0","stored":5,"expected":1,"repaired":false}
                    {"event":"difference","kind":"keptSumDiffers",\(id),\
                    "start":"2024-10-04T00:15:00Z","repaired":false}
                    {"event":"summary","users":1,"types":1,"days":1,"samples":1,"busyDays":0,\
                    "differences":2,"repaired":0,"complete":true}

                    """
            )
            let shown = try world.verify(["--json", "--show-values"]).output.out
            #expect(shown.contains(#""stored":31338,"expected":31337"#))
        }
    }

    @Test("On a terminal a bar is drawn, and taken away at the end")
    func bar() async throws {
        try await withWorld { world in
            let (_, output) = try world.verify(isTerminal: true)
            #expect(output.error.contains("\r["))
            #expect(output.error.hasSuffix("\r"))
        }
    }

    @Test("Mistakes are told: a user who is none, one who is unknown, another schema, no database")
    func mistakes() async throws {
        try await withWorld { world in
            #expect(throws: UsageError.self) { try world.verify(["--user", "x"]) }
            #expect(throws: CommandError.self) { try world.verify(["--user", "00000000000000ff"]) }
            #expect(try world.verify(["--user", world.user.description]).status == 0)
            try world.script("DELETE FROM schema_migrations WHERE version > 1")
            #expect(throws: CommandError.self) { try world.verify() }
        }
        let directory = TemporaryDirectory()
        let arguments = try Arguments(
            ["--data-dir", directory.path],
            of: VerifyCommand.command,
            environment: [:]
        )
        let console = CollectedOutput().console()
        #expect(throws: CommandError.self) { try VerifyCommand.run(arguments, console: console) }
        #expect(directory.names == [])
    }
}
