import HealthModel

/// Writes the records of a synthetic export.
struct ExportWriter {
    /// What a record measures.
    enum Kind {
        case steps, distance, basalEnergy, activeEnergy, heartRate, sleep
    }

    /// The text that has not been put out yet.
    var text = ExportText()
    private var random: SeededGenerator
    /// Where every block begins, in seconds since 1970.
    private let beginning: Int64
    /// The end of the record before, in seconds since 1970.
    private var clock: Int64 = 0

    /// Prepares the draws of a seed, for blocks of so many records at most.
    ///
    /// Each block runs through the same years, beginning on 2016-01-01, or earlier where the longest
    /// would reach into the future, in which nothing can have been recorded.
    init(seed: UInt64, longestBlock: Int) {
        random = SeededGenerator(seed: seed, purpose: 100)
        let (year2016, year2026) = (Int64(1_451_606_400), Int64(1_767_225_600))
        beginning = min(year2016, year2026 - Int64(longestBlock) * Self.averageStep)
    }

    /// More than the seconds from the start of a record to the next one's, on average.
    private static let averageStep: Int64 = 180

    /// Writes the record with an index, from 0 in each block.
    mutating func write(_ kind: Kind, _ index: Int) {
        if index == 0 { clock = beginning }
        let draw = random.next()
        let isPhone = (kind == .steps || kind == .distance) && draw & 3 == 0
        let duration = kind == .heartRate ? 0 : Int64(20 + draw >> 2 & 63)
        let start = clock + Int64(draw >> 10 & 255)
        clock = start + duration
        writeSource(kind, isPhone: isPhone, address: draw >> 40)
        writeTimes(start: start, end: clock, created: clock + 30 + Int64(draw >> 20 & 511))
        writeValue(kind, draw >> 30)
    }

    private mutating func writeSource(_ kind: Kind, isPhone: Bool, address: UInt64) {
        text.append(" <Record type=\"")
        text.append(Self.type(of: kind))
        text.append(
            isPhone
                ? "\" sourceName=\"Robin’s iPhone\" sourceVersion=\"15.1\""
                : "\" sourceName=\"Robin’s Apple\u{A0}Watch\" sourceVersion=\"8.1\""
        )
        guard kind != .sleep else { return }
        text.append(" device=\"&lt;&lt;HKDevice: 0x28")
        text.append(hexadecimal: address & 0xFFF_FFFF, width: 7)
        text.append(
            isPhone
                ? "&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone13,2, "
                : "&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, "
        )
        text.append(isPhone ? "software:15.1&gt;\"" : "software:8.1&gt;\"")
        text.append(" unit=\"")
        text.append(Self.unit(of: kind))
        text.append("\"")
    }

    private mutating func writeTimes(start: Int64, end: Int64, created: Int64) {
        text.append(" creationDate=\"")
        text.append(time: created)
        text.append("\" startDate=\"")
        text.append(time: start)
        text.append("\" endDate=\"")
        text.append(time: end)
        text.append("\" value=\"")
    }

    private mutating func writeValue(_ kind: Kind, _ draw: UInt64) {
        switch kind {
        case .steps: text.append(decimal: 5 + Int(draw & 127), width: 1)
        case .heartRate: text.append(decimal: 48 + Int(draw & 63), width: 1)
        case .sleep: text.append("HKCategoryValueSleepAnalysisAsleep")
        case .distance, .basalEnergy, .activeEnergy:
            text.append("0.")
            text.append(decimal: 1 + Int(draw % 99_999), width: 5)
        }
        guard kind == .heartRate else { return text.append("\"/>\n") }
        text.append("\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"")
        text.append(decimal: Int(draw % 3), width: 1)
        text.append("\"/>\n </Record>\n")
    }

    private static func type(of kind: Kind) -> StaticString {
        switch kind {
        case .steps: "HKQuantityTypeIdentifierStepCount"
        case .distance: "HKQuantityTypeIdentifierDistanceWalkingRunning"
        case .basalEnergy: "HKQuantityTypeIdentifierBasalEnergyBurned"
        case .activeEnergy: "HKQuantityTypeIdentifierActiveEnergyBurned"
        case .heartRate: "HKQuantityTypeIdentifierHeartRate"
        case .sleep: "HKCategoryTypeIdentifierSleepAnalysis"
        }
    }

    private static func unit(of kind: Kind) -> StaticString {
        switch kind {
        case .steps: "count"
        case .distance: "km"
        case .basalEnergy, .activeEnergy: "kcal"
        case .heartRate: "count/min"
        case .sleep: ""
        }
    }
}
