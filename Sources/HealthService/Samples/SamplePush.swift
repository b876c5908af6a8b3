import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// A push in one document taken apart: what may be stored, what may not, and how the batch wants to
/// be treated.
struct SamplePush {
    /// The sender's name for the batch, given back as it came.
    var batch: String?
    /// Whether one bad sample means that nothing is stored.
    var isAtomic = false
    /// The samples, judged.
    var decoder: SampleDecoder

    /// Reads `{"batch":...,"atomic":...,"samples":[...]}` with a decoder that has seen nothing yet.
    ///
    /// - Throws: `Problem` for a body that is refused as a whole.
    init(_ body: RequestBody, decoder: SampleDecoder, limits: ServiceLimits) throws {
        self.decoder = decoder
        try JSONBody.parse(body) { root in
            try root.refuseDuplicates()
            batch = try root.optionalString("batch", limit: BatchName.limitInBytes)
            guard batch != "" else {
                throw Problem(.invalidRequest, "The member must not be empty.", field: "batch")
            }
            isAtomic = try root.optionalBool("atomic") ?? false
            guard let samples = root["samples"] else {
                throw Problem(.invalidRequest, "The member is required.", field: "samples")
            }
            guard samples.kind == .array else {
                throw Problem(.invalidRequest, "The member must be an array.", field: "samples")
            }
            try Self.check(samples.count, limits)
            self.decoder.reserveCapacity(samples.count)
            for sample in samples.elements {
                self.decoder.decode(sample)
                try Self.check(self.decoder.total, limits)
            }
        }
    }

    /// Whether nothing is to be stored because of what was found already.
    var isRefused: Bool { isAtomic && !decoder.rejections.isEmpty }

    private static func check(_ count: Int, _ limits: ServiceLimits) throws {
        guard count <= limits.samplesPerBatch else {
            throw Problem(
                .batchTooLarge,
                "A batch holds at most \(limits.samplesPerBatch) samples,"
                    + " those inside correlations counted.",
                field: "samples"
            )
        }
    }
}
