import HealthModel

/// Writes synthetic exports of any size, for benchmarks.
package enum AppleHealthExportGenerator {
    /// Writes an `export.xml` with `records` records, in pieces of about 64 KB.
    ///
    /// The text has the document type of version 11 and blocks by type as phones write them: steps,
    /// distance, basal and active energy, heart rates with metadata, and one record of sleep in a
    /// hundred. The same seed gives the same bytes.
    ///
    /// - Throws: What `output` throws.
    /// - Complexity: O(records) in time, constant in memory.
    package static func write(
        records: Int,
        seed: UInt64 = 1,
        to output: ([UInt8]) throws -> Void
    ) rethrows {
        let blocks = blocks(of: max(0, records))
        var writer = ExportWriter(seed: seed, longestBlock: blocks.map(\.count).max() ?? 0)
        writer.text.append(head)
        for block in blocks {
            for index in 0..<block.count {
                writer.write(block.kind, index)
                if writer.text.bytes.count >= 64 << 10 { try output(writer.text.take()) }
            }
        }
        writer.text.append("</HealthData>\n")
        try output(writer.text.take())
    }

    /// The number of records that are quantities among `records` that are written.
    package static func quantityRecords(in records: Int) -> Int { records - records / 100 }

    private static func blocks(of records: Int) -> [(kind: ExportWriter.Kind, count: Int)] {
        let quantities = quantityRecords(in: records)
        let shares: [(ExportWriter.Kind, Int)] = [
            (.steps, 8), (.distance, 8), (.basalEnergy, 14), (.activeEnergy, 45),
        ]
        var result = shares.map { (kind: $0.0, count: quantities * $0.1 / 100) }
        result.append((.heartRate, quantities - result.reduce(0) { $0 + $1.count }))
        result.append((.sleep, records - quantities))
        return result
    }

    /// Everything before the first sample.
    static let head: StaticString = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!-- HealthKit Export Version: 11 -->
        <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
        <!ATTLIST HealthData
          locale CDATA #REQUIRED
        >
        <!ELEMENT ExportDate EMPTY>
        <!ATTLIST ExportDate
          value CDATA #REQUIRED
        >
        <!ELEMENT Me EMPTY>
        <!ATTLIST Me
          HKCharacteristicTypeIdentifierDateOfBirth         CDATA #REQUIRED
          HKCharacteristicTypeIdentifierBiologicalSex       CDATA #REQUIRED
          HKCharacteristicTypeIdentifierBloodType           CDATA #REQUIRED
          HKCharacteristicTypeIdentifierFitzpatrickSkinType CDATA #REQUIRED
        >
        <!ELEMENT Record (MetadataEntry*)>
        <!ATTLIST Record
          type          CDATA #REQUIRED
          unit          CDATA #IMPLIED
          value         CDATA #IMPLIED
          sourceName    CDATA #REQUIRED
          sourceVersion CDATA #IMPLIED
          device        CDATA #IMPLIED
          creationDate  CDATA #IMPLIED
          startDate     CDATA #REQUIRED
          endDate       CDATA #REQUIRED
        >
        <!ELEMENT MetadataEntry EMPTY>
        <!ATTLIST MetadataEntry
          key   CDATA #REQUIRED
          value CDATA #REQUIRED
        >
        ]>
        <HealthData locale="en_US">
         <ExportDate value="2026-11-30 08:00:00 +0100"/>
         <Me HKCharacteristicTypeIdentifierDateOfBirth="1970-01-01" \
        HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet" \
        HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
        HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet"/>

        """
}
