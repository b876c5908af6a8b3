import HealthModel
import HealthOutbox
import HealthSimulator
import JSON
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The parts of a simulated crowd", .offPool)
struct CrowdPartsTests {
    /// Noon in UTC on 30 November 2026, when the 29th ends on the last clocks.
    private let now = Instant(seconds: 1_796_040_000)

    private func options(_ words: [String]) throws -> CrowdOptions? {
        try CrowdOptions(
            Arguments(words, of: SimulateCommand.command, environment: [:]),
            now: now
        )
    }

    @Test("Days are over everywhere on earth, unless a first day is given")
    func days() throws {
        let today = CivilDate(year: 2026, month: 11, day: 30).daysSince1970
        let plain = try #require(try options(["--users", "5", "--days", "3"]))
        #expect(plain.days == today - 3..<today)
        let named = try #require(
            try options(["--users", "5", "--days", "3", "--first-day", "2026-01-01"])
        )
        #expect(named.days.lowerBound == CivilDate(year: 2026, month: 1, day: 1).daysSince1970)
        #expect(named.days.count == 3 && named.rate == nil)
        #expect(try options(["--user", "u"]) == nil)
        for day in ["2026-11-30", "tomorrow"] {
            #expect(throws: UsageError.self) { try options(["--users", "1", "--first-day", day]) }
        }
        for users in ["0", "10001"] {
            #expect(throws: UsageError.self) { try options(["--users", users]) }
        }
    }

    @Test("At a pace of 100 a second, 250 take two and a half seconds; nothing is made up for")
    func pace() {
        var pace = Pace(perSecond: 100)
        #expect(pace.wait(for: 50, at: 10) == 0)
        #expect(abs(pace.wait(for: 200, at: 10) - 0.5) < 1e-9)
        #expect(abs(pace.wait(for: 1, at: 10) - 2.5) < 1e-9)
        #expect(pace.wait(for: 100, at: 60) == 0)
        #expect(abs(pace.wait(for: 1, at: 60) - 1) < 1e-9)
    }

    @Test("Progress is a line that is drawn again, elsewhere a line every five seconds")
    func progress() {
        var counts = CrowdCounts()
        counts.users = 2
        counts.steps = 50
        counts.samples = 12_000
        var plain = CrowdProgressLine(isTerminal: false, users: 4, steps: 200)
        #expect(plain.update(counts, seconds: 4) == nil)
        #expect(
            plain.update(counts, seconds: 6)
                == "25%, 2 of 4 users, 12,000 samples, 2,000/s, 0 refused, 0:18 left\n"
        )
        #expect(plain.update(counts, seconds: 7) == nil)
        #expect(plain.erase() == nil)
        var line = CrowdProgressLine(isTerminal: true, users: 4, steps: 200)
        #expect(line.update(counts, seconds: 0)?.hasPrefix("\r25%") == true)
        #expect(line.update(counts, seconds: 0.05) == nil)
        #expect(line.erase()?.hasPrefix("\r ") == true)
    }

    @Test("Refusals count, but for those that had to be")
    func counts() throws {
        func count(_ codes: [String], of expected: Int, in counts: inout CrowdCounts) throws {
            let outcomes = codes.enumerated().map { index, code in
                "{\"index\":\(index),\"outcome\":\"rejected\",\"code\":\"\(code)\"}"
            }
            let text =
                "{\"stored\":1,\"replaced\":0,\"duplicate\":0,\"ignored\":0,\"rejected\":"
                + "\(codes.count),\"outcomes\":[\(outcomes.joined(separator: ","))]}"
            try JSONParser().parse(Array(text.utf8)) { root in
                counts.count(try .init(root), expectedRefusals: expected)
            }
        }
        var counts = CrowdCounts()
        try count(["deleted"], of: 1, in: &counts)
        #expect(counts.isClean && counts.samples == 2 && counts.expectedRefusals == 1)
        var other = counts
        try count([], of: 1, in: &other)
        #expect(!other.isClean && other.wronglyTaken == 1 && other.refused == 0)
        try count(["deleted", "unitMismatch"], of: 0, in: &counts)
        #expect(counts.refusals == ["deleted": 1, "unitMismatch": 1])
        #expect(!counts.isClean)
    }

    @Test("A truth file reads back as it was written, person by person")
    func truthFile() throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/truth.ndjson"
        let days = 20_500..<20_503
        let lives = (0..<3).map {
            SimulatedLife(person: SimulatedPerson(seed: 4, index: $0), days: days)
        }
        let writer = try TruthWriter(path: path)
        for life in lives { try writer.write(life, seed: 4, user: "u\(life.person.index)") }
        #expect(throws: CommandError.self) { try TruthWriter(path: path) }
        var reader = try TruthReader(path: path)
        for life in lives {
            let person = try #require(try reader.next())
            #expect(person.user == "u\(life.person.index)" && person.zone == life.person.home)
            var expected: [ExpectedDay] = []
            let gone = HealthSimulator.Reckoning(of: life).tell { expected.append($0) }
            #expect(person.gone == gone)
            #expect(person.days == expected)
        }
        #expect(try reader.next() == nil)
    }

    @Test("Numbers agree to a thousand millionth, and no data is not zero")
    func tally() {
        var tally = CheckTally()
        tally.compare(1e6, 1e6 + 1e-4) { "a" }
        tally.compare(nil, nil as Double?) { "b" }
        tally.compare(1e6, 1e6 + 1e-2) { "c" }
        tally.compare(0, nil as Double?) { "d" }
        #expect(tally.comparisons == 4)
        #expect(
            tally.differences == [
                "c: expected 1000000.0, found 1000000.01", "d: expected 0.0, found no data",
            ]
        )
    }
}
