import HealthModel
import HealthStore
import JSON

/// The answer to a query for samples: `{type,unit,samples:[...],cursor}`.
///
/// The last page has no cursor.
struct SampleListResponse {
    let request: SampleListRequest
    /// What was found.
    let page: SamplePage
    /// Makes the cursor that goes on after a sample.
    let cursor: (StoredSample) -> String

    /// Writes the page, which ends with the sample that passes the limit.
    func json(limitInBytes: Int) throws -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + page.samples.count * 512)
        var samples = SampleJSON()
        writer.beginObject()
        writer.member("type", request.type.identifier)
        writer.member("unit", request.unit?.name)
        writer.key("samples")
        writer.beginArray()
        var count = 0
        for sample in page.samples where writer.bytes.count < limitInBytes {
            try samples.write(sample, request.type, unit: request.unit, to: &writer)
            count += 1
        }
        writer.endArray()
        writer.key("cursor")
        if count > 0, count < page.samples.count || page.isCut {
            writer.string(cursor(page.samples[count - 1]))
        } else {
            writer.null()
        }
        writer.endObject()
        return writer.bytes
    }
}
