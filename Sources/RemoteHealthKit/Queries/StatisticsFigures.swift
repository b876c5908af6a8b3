#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// The figures of one interval as the server gives them, in the type's canonical unit.
struct StatisticsFigures: Hashable, Sendable {
    /// The figures of one source, or of all that were merged.
    struct Values: Hashable, Sendable {
        var sum: Double?
        var average: Double?
        var min: Double?
        var max: Double?
        /// In seconds.
        var duration: Double?
        var mostRecent: Recent?

        /// Whether there is data.
        var hasData: Bool {
            sum != nil || average != nil || min != nil || max != nil || duration != nil
                || mostRecent != nil
        }
    }

    /// The latest value.
    struct Recent: Hashable, Sendable {
        let value: Double
        let start: Instant
        let end: Instant
    }

    /// The first instant of the interval.
    var start: Instant
    /// The first instant after it.
    var end: Instant
    /// What all sources come to.
    var values: Values
    /// What each source comes to, by the server's identifiers; nil unless it was asked for.
    var sources: [String: Values]?

    /// Whether there is data.
    var hasData: Bool { values.hasData }
}

extension StatisticsFigures {
    /// Reads the statistics of a range, or a bucket of a collection.
    ///
    /// - Throws: `HKError` for what is none.
    init(_ json: JSONValue) throws {
        start = try json.instant("start")
        end = try json.instant("end")
        values = try Values(json)
        if let list = json["sources"] {
            var sources: [String: Values] = [:]
            for element in list.elements {
                sources[try element.text("id")] = try Values(element)
            }
            self.sources = sources
        }
    }
}

extension StatisticsFigures.Values {
    /// Reads the members that are there.
    fileprivate init(_ json: JSONValue) throws {
        sum = json["sum"]?.double
        average = json["average"]?.double
        min = json["min"]?.double
        max = json["max"]?.double
        duration = json["duration"]?.double
        if let recent = json["mostRecent"], !recent.isNull {
            mostRecent = StatisticsFigures.Recent(
                value: try recent.number("value"),
                start: try recent.instant("start"),
                end: try recent.instant("end")
            )
        }
    }
}

extension JSONValue {
    /// The instant that a member tells.
    ///
    /// - Throws: `HKError` where there is none.
    fileprivate func instant(_ name: StaticString) throws -> Instant {
        guard let text = self[name]?.string, let time = RFC3339.parse(text) else {
            throw Self.unreadable(name)
        }
        return time.instant
    }
}
#endif
