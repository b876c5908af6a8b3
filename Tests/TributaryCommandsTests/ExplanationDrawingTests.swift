import HealthModel
import JSON
import TestSupport
import Testing

@testable import TributaryCommands

@Suite("The drawing of an explanation", .offPool)
struct ExplanationDrawingTests {
    /// The worked example of the documentation: watch, phone and tracker from 8:00 to 9:10.
    private static let workedExample = answer(
        end: "09:10",
        sources: ["watch", "phone", "tracker"],
        segments: [
            ("08:00", "08:10", "watch", 150, ["tracker"]),
            ("08:10", "08:20", "watch", 150, ["phone", "tracker"]),
            ("08:20", "08:40", "phone", 400, ["tracker"]),
            ("08:40", "08:50", "watch", 250, ["phone", "tracker"]),
            ("08:50", "09:00", "watch", 250, ["tracker"]),
            ("09:00", "09:10", "tracker", 100, []),
        ],
        sum: 1300
    )

    private static func time(_ clock: String) -> String { "2026-11-30T\(clock):00+01:00" }

    private static func sample(_ source: String, rule: String? = nil) -> String {
        #"{"source":"\#(source)","userEntered":false"#
            + (rule.map { #","rule":"\#($0)""# } ?? "") + "}"
    }

    private static func answer(
        end: String,
        sources: [String],
        segments: [(String, String, String, Double, [String])],
        sum: Double?,
        rule: String = "betterSource"
    ) -> String {
        let list = sources.map { #"{"id":"\#($0)","bundleIdentifier":"com.example.\#($0)"}"# }
        let parts = segments.map { segment in
            let losers = segment.4.map { sample($0, rule: rule) }.joined(separator: ",")
            var text = #"{"start":"\#(time(segment.0))","end":"\#(time(segment.1))""#
            text += #","contribution":\#(segment.3),"sample":\#(sample(segment.2))"#
            return text + #","hidden":[\#(losers)]}"#
        }
        var text = #"{"type":"HKQuantityTypeIdentifierStepCount","unit":"count","disabled":[]"#
        text += #","start":"\#(time("08:00"))","end":"\#(time(end))""#
        text += #","sum":\#(sum.map { "\($0)" } ?? "null")"#
        text += #","sources":[\#(list.joined(separator: ","))]"#
        return text + #","segments":[\#(parts.joined(separator: ","))]}"#
    }

    private func read(_ json: String) throws -> ExplanationAnswer {
        try JSONParser().parse(json.utf8) { try ExplanationAnswer($0) }
    }

    /// The columns of the lane whose label begins with some text.
    private func lane(_ label: String, in lines: [String]) throws -> [Character] {
        let line = try #require(lines.first { $0.hasPrefix(label) })
        let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        return Array(try #require(parts.count == 3 ? parts[1] : nil))
    }

    @Test(
        "Each lane shows where its source counts, is hidden, and has nothing",
        arguments: [40, 80, 120]
    )
    func lanes(width: Int) throws {
        let lines = LaneDrawing(try read(Self.workedExample), width: width).lines
        #expect(lines.allSatisfy { $0.count <= width })
        let watch = try lane("1 com.example.watch", in: lines)
        let phone = try lane("2 com.example.phone", in: lines)
        let tracker = try lane("3 com.example.track", in: lines)
        let merged = try lane("merged", in: lines)
        for (column, mark) in merged.enumerated() {
            // The middle of the column, in minutes after eight.
            let minute = (Double(column) + 0.5) / Double(merged.count) * 70
            let isWatch = minute < 20 || (40..<60).contains(minute)
            let isEdge = [0, 10, 20, 40, 50, 60, 70].contains {
                abs($0 - minute) < 70 / Double(merged.count)
            }
            guard !isEdge else { continue }
            #expect(mark == (isWatch ? "1" : minute < 40 ? "2" : "3"))
            #expect(watch[column] == (isWatch ? "█" : " "))
            let isPhone = (10..<50).contains(minute)
            #expect(phone[column] == (isPhone ? (isWatch ? "░" : "█") : " "))
            #expect(tracker[column] == (minute > 60 ? "█" : "░"))
        }
    }

    @Test("Over more than a day the times of the axis say which day they are of")
    func days() throws {
        let axis = LaneDrawing(try read(Self.workedExample), width: 100).lines[0]
        #expect(axis.contains("08:00") && !axis.contains("11-30"))
        let longer = Self.workedExample.replacing("2026-11-30T09:10", with: "2026-12-02T08:00")
        let days = LaneDrawing(try read(longer), width: 100).lines[0]
        for time in ["11-30 08:00", "12-01 08:00"] { #expect(days.contains(time), "\(days)") }
    }

    @Test("The table says who counts, who is hidden and why, and adds up")
    func table() throws {
        let answer = try read(Self.workedExample)
        let lines = ExplanationReport(answer, width: 80).lines
        #expect(lines[0].hasPrefix("stepCount in count, 2026-11-30T08:00:00+01:00 to"))
        let row = try #require(lines.first { $0.hasPrefix("08:10:00  08:20:00") })
        #expect(row.contains("1 com.example.watch"))
        #expect(row.hasSuffix("  150  2, 3: ranks lower"))
        let sum = try #require(lines.last)
        #expect(sum.contains("sum") && sum.hasSuffix("1,300"))
        #expect(answer.segments.reduce(0) { $0 + $1.contribution } == 1300)
    }

    /// A night of a watch and a phone, as a category type's explanation says it.
    private static func night(core: Double = 3600) -> String {
        let times = #""start":"2026-11-30T00:00:00","end":"2026-11-30T03:00:00""#
        func sample(_ source: String, _ stage: String, _ rule: String = "") -> String {
            #"{"source":"\#(source)","userEntered":false,"value":3,"valueName":"\#(stage)"\#(rule)}"#
        }
        let hidden = sample("phone", "inBed", #","rule":"betterSource""#)
        return #"{"type":"HKCategoryTypeIdentifierSleepAnalysis",\#(times),"duration":10800,"#
            + #""disabled":[],"sources":[{"id":"watch","bundleIdentifier":"com.example.watch"},"#
            + #"{"id":"phone","bundleIdentifier":"com.example.phone"}],"segments":["#
            + #"{"start":"2026-11-30T00:00:00","end":"2026-11-30T01:00:00","contribution":\#(core),"#
            + #""sample":\#(sample("watch", "asleepCore")),"hidden":[\#(hidden)]},"#
            + #"{"start":"2026-11-30T01:00:00","end":"2026-11-30T03:00:00","contribution":7200,"#
            + #""sample":\#(sample("phone", "inBed")),"hidden":[]}]}"#
    }

    @Test(
        "Of a category the lanes show who covers the time, and the table which value and how long"
    )
    func categories() throws {
        let lines = ExplanationReport(try read(Self.night()), width: 80).lines
        #expect(
            lines[0]
                == "time covered by sleepAnalysis, 2026-11-30T00:00:00 to 2026-11-30T03:00:00"
        )
        let merged = try lane("merged", in: lines)
        #expect(Double(merged.count { $0 == "1" }) / Double(merged.count) - 1 / 3.0 < 0.05)
        #expect(merged.allSatisfy { $0 == "1" || $0 == "2" })
        let row = try #require(lines.first { $0.hasPrefix("00:00:00  01:00:00") })
        #expect(row.contains("1 com.example.watch asleepCore  1:00:00  2: ranks lower"))
        let last = try #require(lines.last)
        #expect(last.contains("duration") && last.hasSuffix("3:00:00"))
        // What is no whole second is not rounded away.
        let fraction = ExplanationReport(try read(Self.night(core: 3599.5)), width: 80).lines
        #expect(fraction.contains { $0.contains("3,599.500") })
    }

    @Test("A narrow terminal gets the marks of the lanes in place of names", arguments: [40, 60])
    func narrow(width: Int) throws {
        for json in [Self.workedExample, Self.night()] {
            let lines = ExplanationReport(try read(json), width: width).lines
            let table = lines.drop { !$0.hasPrefix("start") }
            #expect(table.count > 3 && !table.contains { $0.contains("com.example") })
            #expect(
                table.contains { $0.contains("  1") } && lines.contains { $0.contains("1 com") }
            )
            #expect(lines.dropFirst().allSatisfy { $0.count <= max(60, width) })
        }
    }

    @Test("What strict options chose beyond the range is drawn, too")
    func beyondTheRange() throws {
        let json = Self.answer(
            end: "09:00",
            sources: ["watch", "phone"],
            segments: [("07:00", "08:30", "watch", 5, []), ("08:30", "10:00", "phone", 7, [])],
            sum: 12
        )
        let lines = LaneDrawing(try read(json), width: 80).lines
        let merged = try lane("merged", in: lines)
        #expect(merged.allSatisfy { $0 != " " })
        #expect(abs(merged.count { $0 == "1" } - merged.count { $0 == "2" }) <= 1)
        #expect(lines[0].contains("07:00"))
    }

    @Test("An instant is seen over what has length")
    func impulses() throws {
        let json = Self.answer(
            end: "09:00",
            sources: ["watch", "phone"],
            segments: [
                ("08:15", "08:15", "watch", 5, ["phone"]), ("08:30", "09:00", "watch", 7, []),
            ],
            sum: 12
        )
        let lines = LaneDrawing(try read(json), width: 80).lines
        #expect(try lane("1 com", in: lines).filter { $0 == "•" }.count == 1)
        #expect(try lane("2 com", in: lines).filter { $0 == "◦" }.count == 1)
        #expect(try lane("merged", in: lines).filter { $0 == "1" }.count > 1)
    }

    @Test("A range without samples is said to be empty, and one without length draws")
    func emptyRanges() throws {
        let empty = Self.answer(end: "09:00", sources: [], segments: [], sum: nil)
        let lines = ExplanationReport(try read(empty), width: 80).lines
        #expect(lines.last == "No samples of the type count in this range.")
        let point = Self.answer(
            end: "08:00",
            sources: ["watch"],
            segments: [("08:00", "08:00", "watch", 5, [])],
            sum: 5
        )
        #expect(try lane("merged", in: LaneDrawing(try read(point), width: 80).lines).contains("1"))
    }

    @Test(
        "Every rule is put in words, and one that is not known stands for itself",
        arguments: [
            ("betterSource", "ranks lower"), ("recordedLater", "recorded earlier"),
            ("endsLater", "ends earlier"), ("greaterIdentifier", "smaller identifier"),
            ("betterSourceCovers", "inside a better source"), ("newRule", "newRule"),
        ]
    )
    func words(rule: String, expected: String) throws {
        let json = Self.answer(
            end: "09:00",
            sources: ["watch", "phone"],
            segments: [("08:00", "09:00", "watch", 5, ["phone"])],
            sum: 5,
            rule: rule
        )
        let lines = ExplanationReport(try read(json), width: 80).lines
        #expect(lines.contains { $0.contains(expected) })
    }

    @Test("More sources than there are marks are drawn all the same")
    func manySources() throws {
        let names = (100..<150).map { "s\($0)" }
        let json = Self.answer(
            end: "09:00",
            sources: names,
            segments: [("08:00", "09:00", names[49], 5, Array(names[..<49]))],
            sum: 5
        )
        let lines = LaneDrawing(try read(json), width: 80).lines
        #expect(lines.count == 50 + 5)
        #expect(try lane("merged", in: lines).allSatisfy { $0 == "+" })
    }

    @Test(
        "An answer without what a drawing needs is an error, never a crash",
        arguments: [
            "{}", "null", #"{"type":"x","unit":"y"}"#,
            #"{"type":"x","unit":"y","start":"2026-11-30T08:00:00Z","end":"never"}"#,
            #"{"type":"x","unit":"y","start":"2026-11-30T08:00:00Z","end":"2026-11-30T09:00:00Z","#
                + #""segments":[{"start":"2026-11-30T08:00:00Z","end":"2026-11-30T09:00:00Z"}]}"#,
        ]
    )
    func strangeAnswers(json: String) {
        #expect(throws: CommandError.self) { try read(json) }
    }
}
