import HealthModel
import JSON

/// Who counted in a range, read out of the server's explanation.
struct ExplanationAnswer: Sendable {
    /// A sample as a segment names it.
    struct Sample: Sendable {
        /// The lane it lies in.
        let lane: Lane.ID
        /// The rule by which it is hidden; nil for one that counts.
        let rule: String?
        /// The name of its value, if it is of a category type.
        let valueName: String?
    }

    /// A stretch of time in which the same samples count and are hidden.
    struct Segment: Sendable {
        /// The first instant.
        let start: ZonedInstant
        /// The first instant after it; equal to the start for an impulse.
        let end: ZonedInstant
        /// What the winner adds to the total.
        let contribution: Double
        /// The sample that counts.
        let winner: Sample
        /// The samples that do not, from best to worst.
        let hidden: [Sample]
    }

    /// The samples of one source, those typed in by hand apart from those measured.
    struct Lane: Sendable {
        /// What tells lanes apart.
        struct ID: Hashable, Sendable {
            /// The source's id.
            let source: String
            /// Whether the samples were typed in.
            let isUserEntered: Bool
        }

        /// What tells it apart.
        let id: ID
        /// What it is called.
        let name: String
    }

    /// The type's full identifier.
    let type: String
    /// The unit of all values; nil for a category type, whose total is seconds covered.
    let unit: String?
    /// The first instant of the range.
    let start: ZonedInstant
    /// The first instant after it.
    let end: ZonedInstant
    /// The range as the server wrote it: with offsets, or as wall clocks.
    let rangeText: String
    /// The merged sum or the time covered; nil without data.
    let total: Double?
    /// The segments, by start.
    let segments: [Segment]
    /// The lanes with samples in the range, best first; typed-in ones before measured ones.
    let lanes: [Lane]
    /// The names of the sources that are switched off.
    let disabled: [String]

    /// Reads the answer of the server.
    init(_ root: JSONValue) throws {
        type = try root.text("type")
        unit = root["unit"]?.string
        start = try root.clockTime("start")
        end = try root.clockTime("end")
        rangeText = try root.text("start") + " to " + root.text("end")
        total = (unit == nil ? root["duration"] : root["sum"])?.double
        segments = try root["segments"]?.elements.map(Segment.init) ?? []
        disabled = try root["disabled"]?.elements.map { try SourceAnswer($0).name } ?? []
        let sources = try root["sources"]?.elements.map(SourceAnswer.init) ?? []
        let present = Set(segments.flatMap { [$0.winner.lane] + $0.hidden.map(\.lane) })
        lanes = [true, false].flatMap { isUserEntered in
            sources.compactMap { source in
                let id = Lane.ID(source: source.id, isUserEntered: isUserEntered)
                guard present.contains(id) else { return nil }
                return Lane(id: id, name: source.name + (isUserEntered ? " (typed in)" : ""))
            }
        }
    }

    /// The name of a lane.
    func name(of id: Lane.ID) -> String {
        lanes.first { $0.id == id }?.name ?? id.source
    }
}

extension ExplanationAnswer.Segment {
    fileprivate init(_ value: JSONValue) throws {
        start = try value.clockTime("start")
        end = try value.clockTime("end")
        contribution = value["contribution"]?.double ?? 0
        guard let sample = value["sample"] else {
            throw CommandError("the server's explanation has a segment without a sample")
        }
        winner = try ExplanationAnswer.Sample(sample)
        hidden = try value["hidden"]?.elements.map(ExplanationAnswer.Sample.init) ?? []
    }
}

extension ExplanationAnswer.Sample {
    fileprivate init(_ value: JSONValue) throws {
        lane = ExplanationAnswer.Lane.ID(
            source: try value.text("source"),
            isUserEntered: value["userEntered"]?.bool ?? false
        )
        rule = value["rule"]?.string
        valueName = value["valueName"]?.string
    }
}

extension JSONValue {
    /// A member that is a time, or what a clock on the wall showed, which is read as if in UTC.
    fileprivate func clockTime(_ name: String) throws -> ZonedInstant {
        if let wall = self[name]?.string, RFC3339.parse(wall) == nil,
            let instant = RFC3339.parseWallClock(wall)
        {
            return ZonedInstant(instant, offsetInMinutes: 0)
        }
        return try time(name)
    }
}
