import Foundation
import JSON

@testable import TributaryCommands

/// What some device of the person measured.
struct Measured: Sendable {
    /// A device with a name and a rank of its own.
    enum Device: String, Sendable {
        case watch = "Watch"
        case phone = "Phone"
    }

    /// The type's short name.
    let type: String
    let value: Double
    let unit: String
    let start: Date
    /// The end; the start for an instant.
    var end: Date?
    var device = Device.phone

    fileprivate var json: String {
        let model = device == .watch ? "Watch6,1" : "iPhone15,2"
        let source =
            #"{"bundleIdentifier":"com.example.\#(device.rawValue.lowercased())","#
            + #""name":"\#(device.rawValue)","productType":"\#(model)"}"#
        return #"{"type":"\#(type)","value":\#(value),"unit":"\#(unit)","source":\#(source),"#
            + #""start":"\#(text(start))","end":"\#(text(end ?? start))"}"#
    }

    private func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension RemoteStore {
    /// Stores what the person's devices measured, all of it or nothing.
    func measure(_ measured: Measured...) async throws {
        let samples = measured.map(\.json).joined(separator: ",")
        let body = #"{"atomic":true,"samples":[\#(samples)]}"#
        let path = APIPath.user(user, ["samples"])
        try await admin.call("POST", path, body: Array(body.utf8)) { answer in
            guard try answer.count("stored") == measured.count else { throw NotStored() }
        }
    }

    /// A sample as the server has it.
    struct Stored: Sendable {
        let value: Double?
        let unit: String?
        let start: String
        let end: String
        let bundleIdentifier: String?
    }

    /// The samples of a quantity type, the latest first.
    func stored(_ type: String) async throws -> [Stored] {
        let query = [("type", type), ("order", "-start"), ("limit", "100")]
        return try await admin.call("GET", .user(user, ["samples"], query: query)) { root in
            try (root["samples"]?.elements).map { samples in
                try samples.map { sample in
                    Stored(
                        value: sample["value"]?.double,
                        unit: sample["unit"]?.string,
                        start: try sample.text("start"),
                        end: try sample.text("end"),
                        bundleIdentifier: sample["source"]?["bundleIdentifier"]?.string
                    )
                }
            } ?? []
        }
    }
}

private struct NotStored: Error {}

/// Places where people are, for tests about the present day.
enum Place {
    /// A time zone where it is about noon now: the day has hours before and behind it.
    static func atNoon(_ now: Date = Date()) -> TimeZone {
        let names = [
            "Pacific/Auckland", "Asia/Tokyo", "Asia/Kolkata", "Europe/Paris", "Atlantic/Azores",
            "America/Sao_Paulo", "America/New_York", "America/Los_Angeles", "Pacific/Honolulu",
        ]
        let zones = names.compactMap(TimeZone.init(identifier:))
        return zones.min { hoursFromNoon($0, now) < hoursFromNoon($1, now) } ?? .gmt
    }

    /// The last midnight of a place.
    static func midnight(in zone: TimeZone, before now: Date = Date()) -> Date {
        calendar(zone).startOfDay(for: now)
    }

    private static func hoursFromNoon(_ zone: TimeZone, _ now: Date) -> Int {
        abs(calendar(zone).component(.hour, from: now) - 12)
    }

    private static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
