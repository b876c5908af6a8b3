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
        writer.member("start", request.clock.text(request.start))
        writer.member("end", request.clock.text(request.end))
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
        writer.member("start", text(segment.start))
        writer.member("end", text(segment.end))
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
        writer.member("start", request.clock.text(sample.start))
        writer.member("end", request.clock.text(sample.end))
        request.writeValue(sample.value, to: &writer)
        writer.member("recorded", recorded(sample.recorded))
        writer.key("userEntered")
        writer.boolean(sample.isUserEntered)
        writer.member("rule", rule?.rawValue)
        writer.endObject()
    }

    private func text(_ microseconds: Int64) -> String {
        request.clock.text(Instant(microseconds: microseconds))
    }

    /// The time of recording is an instant whatever axis samples are placed on.
    private func recorded(_ instant: Instant) -> String {
        guard request.clock.isWall else { return request.clock.text(instant) }
        return RFC3339.format(ZonedInstant(instant, offsetInMinutes: 0))
    }
}
