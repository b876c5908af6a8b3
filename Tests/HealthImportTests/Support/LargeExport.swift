import Foundation

/// Exports too large to hold in memory, written piece by piece.
enum LargeExport {
    /// Writes an export of heart rates and step counts and returns its path.
    static func write(records: Int, into folder: TemporaryFolder) throws -> String {
        let head =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData []>\n<HealthData locale=\"en_US\">\n"
        let path = try folder.write(Array(head.utf8), as: "large.xml")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        var piece = ""
        for number in 0..<records {
            piece += record(number)
            if piece.utf8.count > 1 << 16 || number == records - 1 {
                try file.write(contentsOf: Data(piece.utf8))
                piece = ""
            }
        }
        try file.write(contentsOf: Data("</HealthData>\n".utf8))
        return path
    }

    /// One record; each minute of a year has two, with a device address of its own.
    private static func record(_ number: Int) -> String {
        let minute = number / 2
        let time =
            "2024-01-\(two(1 + minute / 1440 % 28)) \(two(minute / 60 % 24)):\(two(minute % 60))"
        let address = String(0x2_8000_0000 + number * 16, radix: 16)
        return " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Robin’s iPhone\""
            + " device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:iPhone, hardware:iPhone13,2&gt;\""
            + " unit=\"count\" startDate=\"\(time):00 +0000\" endDate=\"\(time):30 +0000\""
            + " value=\"\(number % 100)\"><MetadataEntry key=\"n\" value=\"\(number)\"/></Record>\n"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
