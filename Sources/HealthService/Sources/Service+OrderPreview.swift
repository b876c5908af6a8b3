import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// `GET /v1/users/{user}/sources/order/{type}/preview`.
    func previewSourceOrder(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type: String
    ) async throws -> HTTPResponse {
        let request = try OrderPreviewRequest(head, access, type: type, limits: limits)
        do {
            let preview = try await store.orderPreview(
                request.statistics.query,
                request.proposal
            )
            return .json(OrderPreviewResponse(request: request, preview: preview).json())
        } catch HealthStoreError.sourceNotFound(let key) {
            throw Problem.unknownSource(key, ranked: request.proposal.ranked)
        }
    }
}

/// A parsed question for what another order would change.
private struct OrderPreviewRequest {
    /// The range and its buckets, as for a collection.
    let statistics: StatisticsRequest
    /// The order asked about.
    let proposal: OrderProposal

    /// The interval of buckets that nobody asked for.
    static let standardInterval = "P1D"

    init(
        _ head: HTTPRequestHead,
        _ access: UserAccess,
        type name: String,
        limits: ServiceLimits
    ) throws {
        let parameters = try QueryParameters(
            head.query,
            known: [
                "order", "disabled", "start", "end", "timeZone", "interval", "anchorDate", "unit",
            ]
        )
        let type = try Catalogue.requireQuantityType(name, field: "type")
        guard type.merge != .none else {
            throw Problem(
                .invalidOption,
                "Samples of a discrete type are not merged: an order changes nothing.",
                field: "type"
            )
        }
        statistics = try StatisticsRequest(
            partition: parameters,
            access: access,
            type: name,
            limits: limits,
            interval: Self.standardInterval
        )
        let nameable = access.nameableSources
        proposal = OrderProposal(
            ranked: try Self.keys(parameters, "order"),
            disabled: try Self.keys(parameters, "disabled"),
            readable: nameable.readable,
            client: nameable.client
        )
    }

    private static func keys(_ parameters: QueryParameters, _ name: String) throws -> [SampleID] {
        let keys = try (parameters.list(name) ?? []).map {
            try QueryParameters.sourceKey($0, name)
        }
        guard Set(keys).count == keys.count else {
            throw Problem(.invalidParameter, "A source is named twice.", field: name)
        }
        return keys
    }
}

/// The answer: `{type,unit,start,end,interval,timeZone,order,disabled,current,proposed,buckets}`.
private struct OrderPreviewResponse {
    let request: OrderPreviewRequest
    let preview: OrderPreview

    func json() -> [UInt8] {
        let statistics = request.statistics
        let clock = statistics.clock
        let edges = statistics.query.edges
        var writer = JSONWriter(capacity: 512 + edges.count * 160)
        writer.beginObject()
        writer.member("type", statistics.type.identifier)
        writer.member("unit", statistics.unit.name)
        writer.member("start", statistics.start, clock)
        writer.member("end", statistics.end, clock)
        writer.member(
            "interval",
            statistics.intervalText ?? OrderPreviewRequest.standardInterval
        )
        writer.member("timeZone", clock.name)
        write(request.proposal.ranked, as: "order", to: &writer)
        write(request.proposal.disabled, as: "disabled", to: &writer)
        writeSums(of: preview.whole, to: &writer)
        writer.key("buckets")
        writer.beginArray()
        for (index, bucket) in preview.buckets.enumerated() where edges[index] < edges[index + 1] {
            writer.beginObject()
            writer.member("start", edges[index], clock)
            writer.member("end", edges[index + 1], clock)
            let (current, proposed) = writeSums(of: bucket, to: &writer)
            writer.member("change", orNull: change(from: current, to: proposed))
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ keys: [SampleID], as name: StaticString, to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for key in keys { writer.string(key.description) }
        writer.endArray()
    }

    @discardableResult
    private func writeSums(
        of bucket: OrderPreview.Bucket,
        to writer: inout JSONWriter
    ) -> (current: Double?, proposed: Double?) {
        let unit = request.statistics.unit
        let (current, proposed) = (unit.convert(bucket.current), unit.convert(bucket.proposed))
        writer.member("current", orNull: current)
        writer.member("proposed", orNull: proposed)
        return (current, proposed)
    }

    /// What the order would add; no data counts as nothing, unless there is none on either side.
    private func change(from current: Double?, to proposed: Double?) -> Double? {
        guard current != nil || proposed != nil else { return nil }
        let change = (proposed ?? 0) - (current ?? 0)
        return change.isFinite ? change : nil
    }
}
