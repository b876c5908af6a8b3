package import HealthModel
import JSON

/// The body of a push: `{"batch":...,"samples":[...]}`.
package enum SampleBatch {
    /// Writes samples as the body of one push, in order.
    ///
    /// - Parameter name: The sender's name for the batch, which the answer repeats.
    package static func body(_ drafts: [SampleDraft], name: String? = nil) -> [UInt8] {
        var writer = JSONWriter(capacity: 64 + drafts.count * bytesPerSample)
        var encoder = SampleEncoder()
        writer.beginObject()
        writer.member("batch", name)
        writer.key("samples")
        writer.beginArray()
        for draft in drafts { encoder.write(draft, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// What a sample of a phone or a watch takes, with source and device.
    private static let bytesPerSample = 640
}
