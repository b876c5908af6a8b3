import Foundation
import HealthImport
import HealthModel
import JSON
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Importing an export of Apple's Health app", .offPool, .timeLimit(.minutes(2)))
struct ImportTests {
    private static let phone = "ios11-iphone-14days.xml"

    /// The phone's steps by printed day, counted by an independent script.
    ///
    /// One sample of 52 steps lasts from 23:53:33 on the 14th to 00:00:22 on the 15th; the script
    /// gives all of it to the day of its start, the merge gives each day its share.
    private static let steps: [(day: Int, sum: Double)] = {
        let past = 52.0 * 22 / 409
        return [
            (5, 461), (6, 1023), (7, 4), (8, 1723), (9, 3459), (10, 665), (11, 5451), (12, 498),
            (13, 1738), (14, 1395 - past), (15, 2588 + past), (16, 3789), (17, 91), (18, 692),
        ]
    }()

    private func day(_ day: Int) -> ZonedInstant {
        let date = CivilDate(year: 2018, month: 3, day: day)
        let midnight = Instant(seconds: Int64(date.daysSince1970) * 86_400 + 4 * 3600)
        return ZonedInstant(midnight, offsetInMinutes: -240)
    }

    private func sum(
        _ type: String,
        unit: String,
        of user: String,
        on server: TestServer
    ) async throws -> Double? {
        let question = APIClient.Question(
            type: type,
            start: ZonedInstant(Instant(seconds: 0), offsetInMinutes: 0),
            end: ZonedInstant(Instant(seconds: 2_000_000_000), offsetInMinutes: 0),
            unit: unit
        )
        return try await server.admin.statistics(question, user: user).sum
    }

    @Test("Two weeks of a phone give the sums that the file holds, day by day")
    func phoneDays() async throws {
        try await withServer { server in
            let user = try await server.user()
            let (status, output) = try await server.runImport(
                AppleFixture.path(Self.phone),
                user: user
            )
            #expect(status == 0)
            let question = APIClient.Question(
                type: "stepCount",
                start: day(5),
                end: day(19),
                isSeparatedBySource: true
            )
            let days = try await server.admin.collection(
                question,
                interval: "P1D",
                timeZone: "Etc/GMT+4",
                user: user
            )
            #expect(days.count == Self.steps.count)
            for (bucket, expected) in zip(days, Self.steps) {
                #expect(abs((bucket.sum ?? 0) - expected.sum) < 1e-6, "on \(expected.day) March")
                // One source: what it recorded is what counts.
                #expect(bucket.sources.count == 1)
                #expect(bucket.sources[0].sum == bucket.sum)
            }
            #expect(output.row("stepCount").prefix(3) == ["stepCount", "150", "150"])
            #expect(output.row("sleepAnalysis").prefix(3) == ["sleepAnalysis", "13", "13"])
            #expect(output.out.contains("Nothing was skipped."))
        }
    }

    @Test(
        "Every export gives the sums that it holds, and a second import changes nothing",
        arguments: [
            (
                phone, 355,
                [
                    "stepCount count": 23577, "flightsClimbed count": 39,
                    "distanceWalkingRunning mi": 9.795587896,
                ]
            ),
            (
                "ios12-fr-hrv-list.xml", 13,
                [
                    "stepCount count": 14, "activeEnergyBurned kcal": 0.058,
                    "basalEnergyBurned kcal": 18087.8, "distanceWalkingRunning km": 6.8552,
                ]
            ),
            (
                "ios9-sample.xml", 16,
                ["stepCount count": 2517, "distanceWalkingRunning km": 0.01943]
            ),
            (
                "watchos10-sleep-energy.xml", 8,
                [
                    "activeEnergyBurned kcal": 0.2,
                    "appleExerciseTime min": 1, "appleStandTime min": 2,
                ]
            ),
            ("ru-attribute-order.xml", 2, [:]), ("ios12-inline-route.xml", 3, [:]),
            ("ios12-zip", 3, [:]), ("ios12-zip/apple_health_export/export.xml", 3, [:]),
            ("zip-adversarial/x4-5-original.zip", 0, [:]),
        ] as [(String, Int, [String: Double])]
    )
    func everyExport(file: String, records: Int, sums: [String: Double]) async throws {
        try await withServer { server in
            let user = try await server.user()
            let path = AppleFixture.path(file)
            for repetition in 0..<2 {
                let (status, output) = try await server.runImport(path, user: user, ["--json"])
                #expect(status == 0)
                try JSONParser().parse(output.out.utf8) { root in
                    #expect(root["complete"]?.bool == true)
                    #expect(root["records"]?.int == Int64(records))
                    #expect(root["stored"]?.int == (repetition == 0 ? Int64(records) : 0))
                    #expect(root["duplicate"]?.int == (repetition == 0 ? 0 : Int64(records)))
                    #expect(root["rejected"]?.int == 0)
                }
                for (question, expected) in sums {
                    let words = question.split(separator: " ").map(String.init)
                    let sum = try await sum(words[0], unit: words[1], of: user, on: server)
                    #expect(abs((sum ?? 0) - expected) < 1e-6 * expected, "\(question)")
                }
            }
        }
    }

    @Test("A sample that the server refuses costs only itself, and the reason is told")
    func refusedSample() async throws {
        try await withServer { server in
            let (status, output) = try await server.runImport(
                AppleFixture.path("peer-synthetic-me-child-elements.xml"),
                user: try await server.user()
            )
            #expect(status == 0)
            #expect(output.out.contains("invalidUnit: 1"))
            #expect(output.out.contains("42 ml/kg/min"))
            #expect(output.row("total") == ["total", "5", "4", "0", "1"])
        }
    }

    @Test("A dry run reads and reports and needs no server")
    func dryRun() async throws {
        let output = CollectedOutput()
        let arguments = try Arguments(
            [AppleFixture.path(Self.phone), "--dry-run"],
            of: ImportCommand.appleHealth,
            environment: [:]
        )
        #expect(try await ImportCommand.run(arguments, console: output.console()) == 0)
        #expect(output.out.contains("355 samples read"))
        #expect(output.out.contains("nothing was pushed"))
        #expect(!output.out.contains("duplicate"))
    }

    @Test("What comes before a break is imported and reported")
    func brokenExport() async throws {
        try await withServer { server in
            let user = try await server.user()
            let whole = try AppleFixture.bytes(Self.phone)
            let directory = TemporaryDirectory()
            let file = try directory.write(whole.prefix(whole.count / 4), as: "export.xml")
            let output = CollectedOutput()
            let error = await #expect(throws: ImportError.self) {
                try await server.runImport(file, user: user, to: output)
            }
            #expect(error?.description.contains("breaks off at line") == true)
            #expect(output.out.contains("What was skipped is not known"))
            let steps = try #require(
                try await sum("stepCount", unit: "count", of: user, on: server)
            )
            #expect(steps > 0 && steps < 23577)
            // The whole file later adds what was missing, and only that.
            _ = try await server.runImport(AppleFixture.path(Self.phone), user: user)
            let all = try await sum("stepCount", unit: "count", of: user, on: server)
            #expect(abs((all ?? 0) - 23577) < 1e-6)
        }
    }

    @Test("More samples than fit into what is held arrive all the same")
    func manyBatches() async throws {
        try await withServer { server in
            let user = try await server.user()
            let directory = TemporaryDirectory()
            let file = try directory.write(LargeExport.text(records: 7_500).utf8, as: "export.xml")
            let output = CollectedOutput()
            let (status, _) = try await server.runImport(file, user: user, to: output)
            #expect(status == 0)
            #expect(output.row("stepCount").prefix(3) == ["stepCount", "7,500", "7,500"])
            let sum = try await sum("stepCount", unit: "count", of: user, on: server)
            #expect(abs((sum ?? 0) - 52_500) < 1e-6)
        }
    }

    @Test("A client's token imports what it may share, and nothing else")
    func clientToken() async throws {
        try await withServer { server in
            let user = try await server.user()
            let client = try await server.admin.createClient(bundleIdentifier: "a.b", name: "A")
            let token = try await server.admin.createToken(user: user, client: client)
            let options = ["--user", "me", "--server", server.url, "--token", token]
            let arguments = try Arguments(
                [AppleFixture.path(Self.phone)] + options,
                of: ImportCommand.appleHealth,
                environment: [:]
            )
            let undecided = CollectedOutput()
            let error = await #expect(throws: CommandError.self) {
                try await ImportCommand.run(arguments, console: undecided.console())
            }
            #expect(
                error?.description == "all 355 samples were refused: authorizationNotDetermined"
            )
            try await server.admin.putGrants(
                user: user,
                client: client,
                share: ["stepCount"],
                read: []
            )
            let granted = CollectedOutput()
            #expect(try await ImportCommand.run(arguments, console: granted.console()) == 0)
            #expect(granted.out.contains("sharingDenied: 205"))
            #expect(granted.row("stepCount").prefix(3) == ["stepCount", "150", "150"])
        }
    }
}

/// Exports made up for tests.
enum LargeExport {
    /// An export of so many records of seven steps each, a minute apart.
    static func text(records: Int) -> String {
        var text = "<HealthData locale=\"en_US\">\n"
        for index in 0..<records {
            let start = Instant(seconds: 1_700_000_000 + Int64(index) * 60)
            let end = Instant(seconds: 1_700_000_030 + Int64(index) * 60)
            text += "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"P\""
            text += " unit=\"count\" value=\"7\" startDate=\"\(printed(start))\""
            text += " endDate=\"\(printed(end))\"/>\n"
        }
        return text + "</HealthData>\n"
    }

    private static func printed(_ instant: Instant) -> String {
        RFC3339.formatWallClock(instant).replacing("T", with: " ") + " +0000"
    }
}
