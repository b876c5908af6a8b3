import HealthAPI
import HealthModel
import HealthStore
import JSON

/// The answer to a question for changes: `{added:[sample],deleted:[{uuid,type}],anchor,more}`.
struct ChangesResponse {
    let page: ChangePage
    let anchor: String

    /// Writes the page, each kind in the order of the feed.
    ///
    /// A sample that was deleted and added again stands in both: a live sample is always younger
    /// than the mark of its deletion, so whoever applies `deleted` first is right on every page.
    func json() throws -> [UInt8] {
        var writer = JSONWriter(capacity: 256 + page.changes.count * 512)
        var samples = SampleJSON()
        writer.beginObject()
        writer.key("added")
        writer.beginArray()
        for case .added(let sample) in page.changes {
            guard let type = Catalogue.sampleType(id: sample.typeID) else { continue }
            try samples.write(sample, type, to: &writer)
        }
        writer.endArray()
        writer.key("deleted")
        writer.beginArray()
        for case .deleted(let id, let typeID) in page.changes {
            guard let type = Catalogue.sampleType(id: typeID) else { continue }
            writer.beginObject()
            writer.member("uuid", id)
            writer.member("type", type.identifier)
            writer.endObject()
        }
        writer.endArray()
        writer.member("anchor", anchor)
        writer.key("more")
        writer.boolean(page.isCut)
        writer.endObject()
        return writer.bytes
    }
}
