import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// The small formats inside of an export: numbers, times, devices, names.
@Suite(.offPool)
struct TextParsingTests {
    @Test(
        "Decimal numbers are read exactly",
        arguments: [
            ("0", 0), ("104", 104), ("0.058", 0.058), ("-1.5", -1.5), ("+2", 2), (".5", 0.5),
            ("7.", 7), ("4.2e-05", 4.2e-05), ("1E3", 1000), ("22.96", 22.96), ("0.1", 0.1),
            ("0.33333333333333331", 0.33333333333333331), ("9007199254740993", 9007199254740992),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("0.00000000000000000000000000012345", 1.2345e-28), ("1e22", 1e22), ("1e23", 1e23),
            ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("1e-400", 0),
            ("000000000000000000000000000001.5", 1.5),
        ] as [(String, Double)]
    )
    func number(text: String, value: Double) {
        #expect(parsedNumber(text) == value)
    }

    @Test(
        "What is no decimal number is refused",
        arguments: [
            "", " ", "1,5", "1 000", " 1", "1 ", "-", ".", "e5", "1e", "1e+", "0x10", "inf", "nan",
            "1e999", "--1", "1.2.3", "12abc", "１２", "HKCategoryValueSleepAnalysisInBed",
        ]
    )
    func noNumber(text: String) {
        #expect(parsedNumber(text) == nil)
    }

    @Test("Numbers agree with the standard library's reading of them")
    func randomNumbers() {
        let seed: UInt64 = 20_180_305
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5000 {
            let bits = random.next()
            let wide = Double(bitPattern: bits)
            let short = Double(bits >> 40) / 1000
            for value in [wide.isFinite ? wide : 1, short] {
                #expect(parsedNumber("\(value)") == value, "seed \(seed)")
            }
        }
    }

    @Test(
        "Times are read in both forms phones have used",
        arguments: [
            ("2018-03-05 11:22:05 -0400", "2018-03-05T11:22:05-04:00"),
            ("2024-02-29 23:59:59 +0530", "2024-02-29T23:59:59+05:30"),
            ("1970-01-01 00:00:00 +0000", "1970-01-01T00:00:00+00:00"),
            ("1969-12-31 23:59:59 -1200", "1969-12-31T23:59:59-12:00"),
            ("20140104084300-0800", "2014-01-04T08:43:00-08:00"),
            ("0001-01-01 00:00:00 +0000", "0001-01-01T00:00:00+00:00"),
        ]
    )
    func time(text: String, expected: String) {
        #expect(parsedTime(text) == RFC3339.parse(expected))
        #expect(parsedTime(text) != nil)
    }

    @Test(
        "What is no time is refused",
        arguments: [
            "", "2018-03-05", "2018-03-05 11:22:05", "2018-02-30 11:22:05 -0400",
            "2018-13-05 11:22:05 -0400", "2018-03-05 24:00:00 -0400", "2018-03-05 11:60:05 -0400",
            "2018-03-05T11:22:05 -0400", "2018-03-05 11:22:05 ~0400", "2018-03-05 11:22:05 -04:00",
            "2018-00-05 11:22:05 -0400", "2018-03-00 11:22:05 -0400", "0000-01-01 00:00:00 +0000",
            "20140104084300 0800", "2018-03-05 1:22:05 PM -040", "2018-03-05 11:22:05 -2400",
            "２０18-03-05 11:22:05 -", "99999999999999+9999",
        ]
    )
    func noTime(text: String) {
        #expect(parsedTime(text) == nil)
    }

    @Test(
        "Devices are read although their values hold commas",
        arguments: [
            (
                "name:iPhone, manufacturer:Apple, model:iPhone, hardware:iPhone7,2, software:11.2.6",
                Device(
                    name: "iPhone",
                    manufacturer: "Apple",
                    model: "iPhone",
                    hardwareVersion: "iPhone7,2",
                    softwareVersion: "11.2.6"
                )
            ),
            ("name:Apple Watch", Device(name: "Apple Watch")),
            ("software:1, model:B, name:A", Device(name: "A", model: "B", softwareVersion: "1")),
            (
                "name:Robin, the first, hardware:x, creation date:2020-10-01 08:00:00 +0000",
                Device(name: "Robin, the first", hardwareVersion: "x")
            ),
            (
                "name:A, firmware:2.1, localIdentifier:ABC-1, UDIDeviceIdentifier:(01)7",
                Device(
                    name: "A",
                    firmwareVersion: "2.1",
                    localIdentifier: "ABC-1",
                    udiDeviceIdentifier: "(01)7"
                )
            ),
            ("name:A, name:B, model:C", Device(name: "A, name:B", model: "C")),
            ("name:Apple\u{A0}Watch", Device(name: "Apple Watch")),
            ("name:, model:C", Device(model: "C")),
            ("name:a &#38; b", Device(name: "a & b")),
        ] as [(String, Device)]
    )
    func device(fields: String, expected: Device) {
        #expect(parsedDevice("<<HKDevice: 0x1197b0860>, \(fields)>") == expected)
    }

    @Test(
        "What is no device description gives none",
        arguments: [
            "", "iPhone", "<<HKDevice: 0x1>", "<<HKDevice: 0x1>>", "<<HKDevice: 0x1>, >",
            "<<HKDevice: 0x1>, colour:red>", "<<HKDevice: 0x1, name:A", ">", "<",
        ]
    )
    func noDevice(text: String) {
        #expect(parsedDevice(text) == nil)
    }

    @Test(
        "Spellings of one name make one source",
        arguments: [
            ("Apple Watch", "apple-watch"), ("Apple\u{A0}Watch", "apple-watch"),
            ("Robin’s iPhone", "robin's-iphone"), ("Robin's iPhone", "robin's-iphone"),
            ("Robin\u{02BC}s\u{202F}iPhone", "robin's-iphone"),
            ("  Health \t Mate ", "health-mate"),
            ("Здоровье", "здоровье"), ("ＡＢＣ", "abc"), ("Cafe\u{301}", "caf\u{E9}"),
            ("Kim 🏃", "kim-🏃"),
        ]
    )
    func sourceName(name: String, identifier: String) {
        #expect(SourceName.bundleIdentifier(for: name) == "com.apple.health.export." + identifier)
    }

    @Test("A source without a name has an identifier of its own")
    func namelessSource() {
        #expect(SourceName.bundleIdentifier(for: "") == "com.apple.health.export")
        #expect(SourceName.bundleIdentifier(for: "\u{A0} ") == "com.apple.health.export")
    }

    @Test("Recent values stay right when there are more of them than are remembered")
    func recentValues() {
        var recent = RecentValues<Int>()
        var made = 0
        for round in 0..<3 {
            for number in 0..<40 {
                let text = Array("\(number)".utf8)
                let value = text.withUnsafeBufferPointer { bytes in
                    recent.value(for: bytes) { _ in
                        made += 1
                        return number
                    }
                }
                #expect(value == number, "round \(round)")
            }
        }
        let empty = recent.value(for: UnsafeBufferPointer(start: nil, count: 0)) { _ in -1 }
        #expect(empty == -1)
        #expect(made == 120)
    }

    private func parsedNumber(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer { DecimalNumber.parse($0) }
    }

    private func parsedTime(_ text: String) -> ZonedInstant? {
        Array(text.utf8).withUnsafeBufferPointer { ExportTime.parse($0) }
    }

    private func parsedDevice(_ text: String) -> Device? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            DeviceDescription.stablePart(of: bytes)
                .flatMap { DeviceDescription.parse(RawText(bytes: $0).string) }
        }
    }
}
