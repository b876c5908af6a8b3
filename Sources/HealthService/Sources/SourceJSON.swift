import HealthAPI
import HealthModel
import HealthStore
import JSON
import MergeEngine

/// Sources as the wire has them.
enum SourceJSON {
    /// Writes the source of a sample: the revision, and the id to ask for it by.
    static func write(_ source: SourceRevision, id: SampleID, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id.description)
        writer.members(of: source)
        writer.endObject()
    }

    /// Writes the device of a sample.
    static func write(_ device: Device, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.members(of: device)
        writer.endObject()
    }

    /// Writes a list of sources of a user as a member of the object that is open.
    static func write(
        _ sources: [SourceRecord],
        as name: StaticString,
        to writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        for source in sources {
            writer.beginObject()
            writeMembers(source, to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    /// Writes the members of a source of a user into the object that is open.
    static func writeMembers(_ source: SourceRecord, to writer: inout JSONWriter) {
        let identity = source.identity
        writer.member("id", source.key.description)
        writer.member("bundleIdentifier", identity.bundleIdentifier)
        writer.member("name", source.name)
        writer.member("productType", identity.productType)
        let device = Device(
            name: identity.deviceName,
            manufacturer: identity.deviceManufacturer,
            model: identity.deviceModel,
            hardwareVersion: identity.deviceHardwareVersion,
            localIdentifier: identity.deviceLocalIdentifier
        )
        if device != Device() {
            writer.key("device")
            write(device, to: &writer)
        }
    }
}
