import HealthAPI
import HealthModel
import HealthStore
import JSON

/// What is around the content of a sample of any kind, checked.
struct SampleFrame {
    /// The start, at the offset of the zone it was recorded in.
    let start: ZonedInstant
    /// The end, likewise.
    let end: ZonedInstant
    /// When the device recorded it, in microseconds.
    let created: Int64?
    /// The metadata, if there is any.
    let metadata: SampleMetadata?
    /// What decides between versions of it.
    let sync: SyncIdentity?
    /// Where its source stands in the batch's side table.
    let reference: Int
}

extension SampleFields {
    /// A time at the offset of the zone of recording: by `HKTimeZone`, else as written (rule 10).
    ///
    /// - Parameter fallback: What stands in where the sample has no such time.
    func time(
        _ value: JSONValue?,
        _ field: String,
        _ zone: Zone?,
        else fallback: ZonedInstant?
    ) throws(SampleRejection) -> ZonedInstant {
        if value == nil, let fallback { return fallback }
        let time = try time(value, field)
        guard let zone else { return time }
        let minutes = zone.offsetInSeconds(at: time.instant) / 60
        return ZonedInstant(time.instant, offsetInMinutes: Int16(minutes))
    }
}
