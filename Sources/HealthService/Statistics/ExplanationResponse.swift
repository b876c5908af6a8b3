import HealthModel
import HealthStore
import JSON
import MergeEngine

/// The answer to "why does it say so?": segments that add up to the figure, with winner and losers.
struct ExplanationResponse {
    let request: StatisticsRequest
    let explanation: Explanation

    /// `{type,unit,start,end,sum,sources,disabled,segments}`; without unit and with `duration` in
    /// place of the sum for a category type.
    func json() -> [UInt8] {
        var writer = JSONWriter(capacity: 1024 + explanation.segments.count * 512)
        writer.beginObject()
        writer.member("type", request.type.identifier)
        writer.member("unit", request.unit.name)
        writer.member("start", request.start, request.clock)
        writer.member("end", request.end, request.clock)
        switch request.type {
        case .quantity: writer.member("sum", orNull: request.unit.convert(explanation.sum))
        case .category:
            StatisticsRequest.writeDuration(explanation.durationInMicroseconds, to: &writer)
        }
        SourceJSON.write(explanation.sources, as: "sources", to: &writer)
        SourceJSON.write(explanation.disabled, as: "disabled", to: &writer)
        writer.key("segments")
        writer.beginArray()
        for segment in explanation.segments { write(segment, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ segment: MergeSegment, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("start", Instant(microseconds: segment.start), request.clock)
        writer.member("end", Instant(microseconds: segment.end), request.clock)
        writer.member("contribution", orNull: request.unit.convert(segment.contribution))
        writer.key("sample")
        write(explanation.samples[segment.winner], rule: nil, to: &writer)
        writer.key("hidden")
        writer.beginArray()
        for hidden in segment.hidden {
            write(explanation.samples[hidden.sample], rule: hidden.reason, to: &writer)
        }
        writer.endArray()
        writer.endObject()
    }

    private func write(
        _ sample: ExplainedSample,
        rule: HidingReason?,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("uuid", sample.id.description)
        writer.member("source", sample.source.description)
        writer.member("start", sample.start, request.clock)
        writer.member("end", sample.end, request.clock)
        request.writeValue(sample.value, to: &writer)
        writer.member("recorded", sample.recorded, recordingClock)
        writer.key("userEntered")
        writer.boolean(sample.isUserEntered)
        writer.member("rule", rule?.rawValue)
        writer.endObject()
    }

    /// The clock that shows times of recording, which are instants whatever samples are placed on.
    private var recordingClock: StatisticsClock {
        request.clock.isWall ? .zone(.utc) : request.clock
    }
}
