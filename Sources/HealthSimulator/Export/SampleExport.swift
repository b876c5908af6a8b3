package import HealthModel

/// Writes samples as the export of a phone prints them.
package enum SampleExport {
    /// How an export prints the totals of workouts.
    package enum Edition: Sendable, CaseIterable {
        /// As attributes, up to iOS 15.
        case attributes
        /// As statistics, also of the one activity of each workout, since iOS 16.
        case statistics
    }

    /// Writes an `export.xml`, in pieces of about 64 KB.
    ///
    /// Records come first, in blocks by type, then correlations, then workouts; the samples of a
    /// correlation are printed at top level, too. Identifiers are left out, as phones do, and times
    /// are printed to the second, with one offset throughout. Names that the catalogue does not
    /// know are printed as they are.
    ///
    /// - Throws: What `output` throws.
    /// - Complexity: O(n log n) in the number of samples.
    package static func write(
        _ samples: [SampleDraft],
        edition: Edition = .statistics,
        to output: ([UInt8]) throws -> Void
    ) rethrows {
        var writer = SampleWriter(edition: edition)
        writer.text.append(AppleHealthExportGenerator.head)
        for sample in arranged(samples) {
            writer.write(sample)
            if writer.text.bytes.count >= 64 << 10 { try output(writer.text.take()) }
        }
        writer.text.append("</HealthData>\n")
        try output(writer.text.take())
    }

    /// Brings samples into the order of an export; inside a block they stay as they are.
    private static func arranged(_ samples: [SampleDraft]) -> [SampleDraft] {
        let objects = samples.flatMap { sample -> [SampleDraft] in
            guard case .correlation(let objects) = sample.content else { return [] }
            return objects
        }
        return (samples + objects).enumerated().sorted { left, right in
            let blocks = (block(of: left.element), block(of: right.element))
            return (blocks.0, left.element.type, left.offset)
                < (blocks.1, right.element.type, right.offset)
        }.map(\.element)
    }

    private static func block(of sample: SampleDraft) -> Int {
        switch sample.content {
        case .quantity, .category: 0
        case .correlation: 1
        case .workout: 2
        }
    }
}
