import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON
import MergeEngine

extension Service {
    /// `GET /v1/users/{user}/statistics/{type}`.
    func statistics(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type: String
    ) async throws -> HTTPResponse {
        let request = try StatisticsRequest(range: head, access: access, type: type)
        let result = try await store.statistics(request.query)
        return .json(StatisticsResponse(request: request, result: result).rangeJSON())
    }

    /// `GET /v1/users/{user}/statistics/{type}/collection`.
    func statisticsCollection(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type: String
    ) async throws -> HTTPResponse {
        let request = try StatisticsRequest(
            collection: head,
            access: access,
            type: type,
            limits: limits
        )
        let result = try await store.statistics(request.query)
        return .json(StatisticsResponse(request: request, result: result).collectionJSON())
    }

    /// `GET /v1/users/{user}/statistics/{type}/explanation`.
    func explanation(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type name: String
    ) async throws -> HTTPResponse {
        let parameters = try QueryParameters(head.query, known: ["start", "end", "unit"])
        let type = try Catalogue.requireQuantityType(name, field: "type")
        guard type.merge != .none else {
            throw Problem(
                .invalidOption,
                "Samples of a discrete type are not merged: there is nothing to explain.",
                field: "type"
            )
        }
        let range = try parameters.range()
        let explanation = try await store.explanation(
            user: access.user,
            type: type,
            range: TimeRange(start: range.start.instant, end: range.end.instant),
            visibility: access.visibility(of: type.id)
        )
        let response = ExplanationResponse(
            type: type,
            unit: try UnitConversion(parameters, type: type),
            clock: .written(start: range.start, end: range.end),
            start: range.start.instant,
            end: range.end.instant,
            explanation: explanation
        )
        return .json(response.json())
    }
}

/// The answer to "why does it say so?": segments that add up to the sum, with winner and losers.
private struct ExplanationResponse {
    let type: QuantityType
    let unit: UnitConversion
    let clock: StatisticsRequest.Clock
    let start: Instant
    let end: Instant
    let explanation: Explanation

    func json() -> [UInt8] {
        var writer = JSONWriter(capacity: 1024 + explanation.segments.count * 512)
        writer.beginObject()
        writer.member("type", type.identifier)
        writer.member("unit", unit.name)
        writer.member("start", clock.text(start))
        writer.member("end", clock.text(end))
        writer.member("sum", orNull: unit.convert(explanation.sum))
        write(explanation.sources, as: "sources", to: &writer)
        write(explanation.disabled, as: "disabled", to: &writer)
        writer.key("segments")
        writer.beginArray()
        for segment in explanation.segments { write(segment, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(
        _ sources: [SourceRecord],
        as name: StaticString,
        to writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        for source in sources {
            writer.beginObject()
            SourceJSON.writeMembers(source, to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private func write(_ segment: MergeSegment, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("start", clock.text(Instant(microseconds: segment.start)))
        writer.member("end", clock.text(Instant(microseconds: segment.end)))
        writer.member("contribution", orNull: unit.convert(segment.contribution))
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
        writer.member("start", clock.text(sample.start))
        writer.member("end", clock.text(sample.end))
        writer.member("value", orNull: unit.convert(sample.value))
        writer.member("recorded", clock.text(sample.recorded))
        writer.key("userEntered")
        writer.boolean(sample.isUserEntered)
        writer.member("rule", rule?.rawValue)
        writer.endObject()
    }
}
