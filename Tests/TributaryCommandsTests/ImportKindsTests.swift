import HealthModel
import HealthOutbox
import HealthSimulator
import JSON
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("Importing what is no quantity", .offPool, .timeLimit(.minutes(2)))
struct ImportKindsTests {
    private static let mixed = "peer-synthetic-correlation-stateofmind.xml"
    private let start = ZonedInstant(Instant(seconds: 0), offsetInMinutes: 0)
    private let end = ZonedInstant(Instant(seconds: 2_000_000_000), offsetInMinutes: 0)

    private func sum(
        _ type: String,
        of user: String,
        on server: TestServer
    ) async throws -> StatisticsAnswer {
        let question = APIClient.Question(type: type, start: start, end: end)
        return try await server.admin.statistics(question, user: user)
    }

    private func samples<Answer>(
        _ type: String,
        of user: String,
        on server: TestServer,
        read: (JSONValue) throws -> Answer
    ) async throws -> [Answer] {
        try await server.admin.latestSamples(
            of: type,
            from: start,
            to: end,
            limit: 1000,
            user: user,
            read: read
        )
    }

    private func counts(_ output: CollectedOutput) throws -> [String: Int64] {
        try JSONParser().parse(output.out.utf8) { root in
            ["records", "stored", "duplicate", "rejected"].reduce(into: [:]) { counts, name in
                counts[name] = root[name]?.int ?? -1
            }
        }
    }

    @Test("A blood pressure and its records are stored once, and a second import changes nothing")
    func mixedExport() async throws {
        try await withServer { server in
            let user = try await server.user()
            let path = AppleFixture.path(Self.mixed)
            let first = try await server.runImport(path, user: user, ["--json"]).output
            // The server knows no such type as state of mind.
            #expect(
                try counts(first) == ["records": 8, "stored": 7, "duplicate": 0, "rejected": 1]
            )
            #expect(first.out.contains("unknownType"))
            let second = try await server.runImport(path, user: user, ["--json"]).output
            #expect(
                try counts(second) == ["records": 8, "stored": 0, "duplicate": 7, "rejected": 1]
            )
            #expect(try await sum("stepCount", of: user, on: server).sum == 100)
            for (type, value) in [("bloodPressureSystolic", 118.0), ("bloodPressureDiastolic", 76)]
            {
                let found = try await samples(type, of: user, on: server) {
                    ($0["value"]?.double, $0["correlation"]?.string)
                }
                #expect(found.map(\.0) == [value])
                let correlation = try #require(found.first).1
                let owners = try await samples("bloodPressure", of: user, on: server) {
                    ($0["uuid"]?.string, $0["objects"]?.count)
                }
                #expect(owners.map(\.0) == [correlation])
                #expect(owners.first?.1 == 2)
            }
        }
    }

    @Test("Totals of foods are not doubled, whether correlation or records come first")
    func foods() async throws {
        let records = [("DietaryEnergyConsumed", "600", "kcal"), ("DietaryProtein", "30", "g")]
            .map { type, value, unit in
                "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"Diary\""
                    + " unit=\"\(unit)\" value=\"\(value)\""
                    + " creationDate=\"2026-01-01 12:05:00 +0100\""
                    + " startDate=\"2026-01-01 12:00:00 +0100\""
                    + " endDate=\"2026-01-01 12:00:00 +0100\"/>"
            }.joined()
        let correlation =
            "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"Diary\""
            + " device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Phone&gt;\""
            + " startDate=\"2026-01-01 12:00:00 +0100\" endDate=\"2026-01-01 12:00:00 +0100\">"
            + "<MetadataEntry key=\"HKFoodType\" value=\"Lunch\"/>\(records)</Correlation>"
        let directory = TemporaryDirectory()
        try await withServer { server in
            for elements in [[records, correlation], [correlation, records]] {
                let user = try await server.user()
                let text = "<HealthData>" + elements.joined() + "</HealthData>"
                let file = try directory.write(text.utf8, as: "export.xml")
                let outcomes = try await server.runImport(file, user: user, ["--json"]).output
                let counts = try counts(outcomes)
                #expect(counts["records"] == 3 && counts["rejected"] == 0)
                let energy = try await sum("dietaryEnergyConsumed", of: user, on: server).sum
                #expect(energy.map { abs($0 - 600) < 1e-6 } == true)
                let again = try await server.runImport(file, user: user, ["--json"]).output
                #expect(try self.counts(again)["duplicate"] == 3)
            }
        }
    }

    @Test("A workout of an old phone arrives with its totals and its duration")
    func workout() async throws {
        try await withServer { server in
            let user = try await server.user()
            let path = AppleFixture.path("ios12-inline-route.xml")
            let output = try await server.runImport(path, user: user).output
            #expect(output.row("workout").prefix(3) == ["workout", "1", "1"])
            #expect(output.out.contains("WorkoutRoute: 1"))
            let found = try await samples("workout", of: user, on: server) { sample in
                (
                    sample["activityType"]?.string, sample["duration"]?.double ?? 0,
                    sample["totalDistance"]?["value"]?.double ?? 0,
                    sample["totalEnergyBurned"]?["value"]?.double ?? 0
                )
            }
            let workout = try #require(found.first)
            #expect(workout.0 == "running")
            #expect(abs(workout.1 - 311.647408) < 1e-5)
            #expect(abs(workout.2 - 0.4971749504535062 * 1609.344) < 1e-6)
            #expect(workout.3 > 0)
        }
    }

    @Test("What a phone would export gives what its devices pushed", arguments: [false, true])
    func roundTrip(isOld: Bool) async throws {
        let zone = try #require(Zone(identifier: "Europe/Paris"))
        let now = try #require(RFC3339.parse("2026-11-30T12:00:00+01:00")).instant
        let week = SimulatedWeek(seed: 6, days: 3, before: now, zone: zone)
        let directory = TemporaryDirectory()
        var text: [UInt8] = []
        SampleExport.write(week.samples, edition: isOld ? .attributes : .statistics) { text += $0 }
        let file = try directory.write(text, as: "export.xml")
        try await withServer { server in
            let (pushed, imported) = (try await server.user(), try await server.user())
            for push in week.pushes(size: 2000) {
                let answer = try await server.admin.push(push.drafts, user: pushed)
                #expect(answer.count(.rejected) == 0)
            }
            let first = try await server.runImport(file, user: imported, ["--json"]).output
            let second = try await server.runImport(file, user: imported, ["--json"]).output
            let (before, after) = (try counts(first), try counts(second))
            #expect(before["rejected"] == 0 && after["stored"] == 0)
            #expect(after["duplicate"] == before["records"])
            for type in ["stepCount", "distanceWalkingRunning", "activeEnergyBurned"] {
                let there = try #require(try await sum(type, of: pushed, on: server).sum)
                let here = try #require(try await sum(type, of: imported, on: server).sum)
                #expect(abs(there - here) < 1e-6 * there, "\(type)")
            }
            for type in ["sleepAnalysis", "bloodPressure", "bloodPressureSystolic"] {
                func contents(_ user: String) async throws -> [[Double]] {
                    try await samples(type, of: user, on: server) { sample in
                        let (start, end) = (try sample.time("start"), try sample.time("end"))
                        let value = sample["value"]?.double ?? -1
                        return [
                            Double(start.instant.microseconds), Double(end.instant.microseconds),
                            value, Double(sample["objects"]?.count ?? 0),
                        ]
                    }
                }
                let there = try await contents(pushed)
                #expect(!there.isEmpty)
                #expect(try await contents(imported) == there, "\(type)")
            }
            let there = try await workouts(pushed, on: server)
            #expect(!there.isEmpty)
            #expect(try await workouts(imported, on: server) == there)
        }
    }

    private func workouts(_ user: String, on server: TestServer) async throws -> [[Int64]] {
        try await samples("workout", of: user, on: server) { sample in
            var numbers = [try sample.time("start").instant.microseconds]
            if let events = sample["events"]?.elements {
                for event in events { numbers.append(try event.time("start").instant.microseconds) }
            }
            for name in ["totalDistance", "totalEnergyBurned"] {
                let amount = sample[name]?["value"]?.double ?? -1
                numbers.append(Int64((amount * 1000).rounded()))
            }
            let seconds = sample["duration"]?.double ?? -1
            return numbers + [Int64((seconds * 1000).rounded())]
        }
    }

    @Test("A simulated export is written once, and never over a file")
    func simulatedExport() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/export.xml"
        let output = CollectedOutput()
        let arguments = try Arguments(
            ["--export", path, "--days", "1"],
            of: SimulateCommand.command,
            environment: [:]
        )
        #expect(try await SimulateCommand.run(arguments, console: output.console()) == 0)
        #expect(output.out.contains("samples written to \(path)"))
        await #expect(throws: CommandError.self) {
            try await SimulateCommand.run(arguments, console: output.console())
        }
        let dry = try Arguments(
            [path, "--dry-run"],
            of: ImportCommand.appleHealth,
            environment: [:]
        )
        let read = CollectedOutput()
        #expect(try await ImportCommand.run(dry, console: read.console()) == 0)
        #expect(read.row("sleepAnalysis").count > 3)
        #expect(read.out.contains("Nothing was skipped."))
    }

    @Test("A made-up export has as many records as asked for")
    func madeUpExport() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/export.xml"
        let arguments = try Arguments(
            ["--export", path, "--records", "300"],
            of: SimulateCommand.command,
            environment: [:]
        )
        let output = CollectedOutput()
        #expect(try await SimulateCommand.run(arguments, console: output.console()) == 0)
        let dry = try Arguments(
            [path, "--dry-run"],
            of: ImportCommand.appleHealth,
            environment: [:]
        )
        let read = CollectedOutput()
        #expect(try await ImportCommand.run(dry, console: read.console()) == 0)
        #expect(read.out.contains("300 samples read"))
    }
}

@Suite("Importing what an export says of the person", .offPool, .timeLimit(.minutes(2)))
struct ImportCharacteristicsTests {
    private static let watch = "watchos10-sleep-energy.xml"

    @Test("Names are told, values only sent when asked for; what is not set stays")
    func characteristics() async throws {
        try await withServer { server in
            let user = try await server.user()
            let path = AppleFixture.path(Self.watch)
            let without = try await server.runImport(path, user: user).output
            #expect(without.out.contains("About the person:"))
            #expect(without.out.contains("not imported; --characteristics does it"))
            #expect(without.out.contains("cardioFitnessMedicationsUse: not kept by the server"))
            #expect(!without.out.contains("1970-01-01:") && !without.out.contains("ANegative"))
            let nothing = try await server.admin.characteristics(user: user)
            #expect(nothing["dateOfBirth"] == nil && nothing["bloodType"] == "notSet")
            try await server.admin.setCharacteristics(
                ["wheelchairUse": "no", "fitzpatrickSkinType": "III", "bloodType": "oPositive"],
                user: user
            )
            let with = try await server.runImport(path, user: user, ["--characteristics"]).output
            #expect(with.out.contains("biologicalSex, bloodType, dateOfBirth: imported"))
            let all = try await server.admin.characteristics(user: user)
            #expect(all["dateOfBirth"] == "1970-01-01" && all["bloodType"] == "aNegative")
            #expect(all["biologicalSex"] == "male" && all["wheelchairUse"] == "no")
            #expect(all["fitzpatrickSkinType"] == "III")
        }
    }

    @Test("A client's token imports samples and is told that it may not set characteristics")
    func clientToken() async throws {
        try await withServer { server in
            let user = try await server.user()
            let client = try await server.admin.createClient(bundleIdentifier: "a.b", name: "A")
            try await server.admin.putGrants(user: user, client: client, share: ["*"], read: [])
            let token = try await server.admin.createToken(user: user, client: client)
            let arguments = try Arguments(
                [
                    AppleFixture.path(Self.watch), "--user", "me", "--server", server.url,
                    "--token", token, "--characteristics",
                ],
                of: ImportCommand.appleHealth,
                environment: [:]
            )
            let output = CollectedOutput()
            let error = await #expect(throws: CommandError.self) {
                try await ImportCommand.run(arguments, console: output.console())
            }
            #expect(error?.description.hasPrefix("forbidden") == true)
            #expect(output.out.contains("8 samples read"))
            #expect(output.out.contains("not imported; --characteristics does it"))
        }
    }

    @Test("What cannot be read or is not known is told apart from what is not set")
    func sorting() {
        let prefix = "HKCharacteristicTypeIdentifier"
        let found = ExportedCharacteristics([
            prefix + "DateOfBirth": "1970-13-01", prefix + "BloodType": "HKBloodTypeNotSet",
            prefix + "BiologicalSex": "HKBiologicalSexFemale", prefix + "WheelchairUse": "",
            prefix + "ShoeSize": "43", "other": "x", prefix + "FitzpatrickSkinType": "VII",
        ])
        #expect(found.values == ["biologicalSex": "HKBiologicalSexFemale"])
        #expect(found.notSet == ["bloodType", "wheelchairUse"])
        #expect(found.unknown == ["dateOfBirth", "fitzpatrickSkinType", "shoeSize", "other"])
        #expect(ExportedCharacteristics([:]).lines(areImported: false).isEmpty)
    }
}
