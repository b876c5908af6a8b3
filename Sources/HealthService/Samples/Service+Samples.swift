import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

extension Service {
    /// `POST /v1/users/{user}/samples`.
    func saveSamples(_ request: HTTPRequest, _ access: UserAccess) async throws -> HTTPResponse {
        _ = try QueryParameters(request.head.query, known: [])
        let time = now()
        let push = try SamplePush(
            request,
            decoder: SampleDecoder(
                access: access,
                limits: limits,
                namespace: seals.contentNamespace,
                now: time
            ),
            limits: limits
        )
        // An empty batch still tells whether the user exists and where the feed stands.
        let result = try await store.save(
            NewSamples(
                samples: push.isRefused ? [] : push.decoder.samples,
                references: push.isRefused ? [] : push.decoder.sources.references,
                client: access.client,
                isAtomic: push.isAtomic
            ),
            user: access.user,
            now: time
        )
        let response = SamplePushResponse(
            push: push,
            outcomes: push.isRefused
                ? push.decoder.samples.map { _ in .notStored } : result.outcomes,
            anchor: seals.anchor(result.position, for: access)
        )
        return .json(response.json())
    }

    /// `GET /v1/users/{user}/samples`.
    func listSamples(_ head: HTTPRequestHead, _ access: UserAccess) async throws -> HTTPResponse {
        let request = try SampleListRequest(head, access: access, limits: limits, seals: seals)
        let samples = try await store.samples(request.query)
        let page = SampleListResponse(request: request, samples: samples) { last in
            seals.cursor(
                SamplePosition(start: last.start.instant.microseconds, id: last.id),
                filter: request.filterText,
                for: access
            )
        }
        return .json(page.json(limitInBytes: limits.pageInBytes))
    }
}

/// A parsed query for samples.
struct SampleListRequest {
    let type: QuantityType
    let unit: UnitConversion
    let limit: Int
    let query: SampleQuery
    /// The query without its cursor and page size, which a cursor is bound to.
    let filterText: String

    init(
        _ head: HTTPRequestHead,
        access: UserAccess,
        limits: ServiceLimits,
        seals: Seals
    ) throws {
        let parameters = try QueryParameters(
            head.query,
            known: [
                "type", "start", "end", "strict", "source", "userEntered", "order", "limit",
                "cursor", "unit",
            ]
        )
        let type = try Catalogue.requireQuantityType(
            parameters.requiredText("type"),
            field: "type"
        )
        let range = try Self.range(parameters)
        let strict = try parameters.strictOptions()
        let filter = try parameters.filter(visibility: access.visibility(of: type.id))
        let isDescending =
            try parameters.choice("order", ["start": false, "-start": true]) ?? false
        self.type = type
        unit = try UnitConversion(parameters, type: .quantity(type))
        limit = try parameters.integer("limit", in: 1...limits.samplesPerPage) ?? 1000
        filterText = head.query.filter { !["cursor", "limit", "unit"].contains($0.name) }
            .map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "\n")
        query = SampleQuery(
            user: access.user,
            typeID: type.id,
            range: range,
            strict: strict,
            filter: filter,
            isDescending: isDescending,
            // One more than asked for tells whether there is another page.
            limit: limit + 1,
            after: try parameters.text("cursor").map { [filterText] in
                try seals.place(cursor: $0, filter: filterText, for: access)
            }
        )
    }

    /// Either end may be left open.
    private static func range(_ parameters: QueryParameters) throws -> TimeRange {
        let start = try parameters.time("start")?.instant ?? Instant.supported.lowerBound
        let end = try parameters.time("end")?.instant ?? Instant.supported.upperBound
        guard start <= end else {
            throw Problem(.invalidRange, "The range ends before it starts.", field: "end")
        }
        return TimeRange(start: start, end: end)
    }
}

/// The answer to a query for samples: `{type,unit,samples:[...],cursor}`; no cursor on the last page.
struct SampleListResponse {
    let request: SampleListRequest
    /// What was found, one more than the page may have when there is another.
    let samples: [StoredSample]
    /// Makes the cursor that goes on after a sample.
    let cursor: (StoredSample) -> String

    /// Writes the page, which ends with the sample that passes the limit.
    func json(limitInBytes: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + samples.count * 512)
        writer.beginObject()
        writer.member("type", request.type.identifier)
        writer.member("unit", request.unit.name)
        writer.key("samples")
        writer.beginArray()
        var count = 0
        for sample in samples.prefix(request.limit) where writer.bytes.count < limitInBytes {
            write(sample, to: &writer)
            count += 1
        }
        writer.endArray()
        writer.key("cursor")
        if count > 0, count < samples.count {
            writer.string(cursor(samples[count - 1]))
        } else {
            writer.null()
        }
        writer.endObject()
        return writer.bytes
    }

    private func write(_ sample: StoredSample, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("uuid", sample.id.description)
        writer.member("type", request.type.identifier)
        writer.member("start", RFC3339.format(sample.start))
        writer.member("end", RFC3339.format(sample.end))
        writer.member("value", orNull: request.unit.convert(sample.value))
        writer.member("unit", request.unit.name)
        writer.member("created", sample.created.map { RFC3339.format($0) })
        writer.key("source")
        SourceJSON.write(sample.source, id: sample.sourceKey, to: &writer)
        if let device = sample.device {
            writer.key("device")
            SourceJSON.write(device, to: &writer)
        }
        if let metadata = sample.metadata {
            writer.key("metadata")
            writer.raw(metadata.utf8)
        }
        writer.endObject()
    }
}
