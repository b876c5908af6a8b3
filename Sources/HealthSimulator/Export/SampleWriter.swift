import HealthModel

/// Writes samples as elements of an export.
struct SampleWriter {
    /// The text that has not been put out yet.
    var text = ExportText()
    /// How the totals of workouts are printed.
    let edition: SampleExport.Edition

    /// Makes a writer that has written nothing.
    init(edition: SampleExport.Edition) {
        self.edition = edition
    }

    /// Writes one sample with everything in it.
    mutating func write(_ sample: SampleDraft, indent: Int = 1) {
        text.append(indent: indent)
        switch sample.content {
        case .quantity(let value, let unit):
            open("Record", sample)
            text.append(attribute: "unit", unit)
            writeTimes(sample)
            text.append(attribute: "value", ExportSpelling.number(value))
            close("Record", sample, indent) { _ in }
        case .category(let value):
            open("Record", sample)
            writeTimes(sample)
            text.append(attribute: "value", ExportSpelling.constant(value, of: sample.type))
            close("Record", sample, indent) { _ in }
        case .correlation(let objects):
            open("Correlation", sample)
            writeTimes(sample)
            close("Correlation", sample, indent) { writer in
                for object in objects { writer.write(object, indent: indent + 1) }
            }
        case .workout(let workout): write(workout, of: sample, indent: indent)
        }
    }

    private mutating func open(_ element: StaticString, _ sample: SampleDraft) {
        text.append("<")
        text.append(element)
        text.append(attribute: "type", sample.type)
        writeSource(sample)
    }

    /// Writes who recorded a sample.
    mutating func writeSource(_ sample: SampleDraft) {
        text.append(attribute: "sourceName", sample.source?.name ?? "")
        if let version = sample.source?.version { text.append(attribute: "sourceVersion", version) }
        if let device = sample.device {
            text.append(attribute: "device", ExportSpelling.words(device))
        }
    }

    /// Writes when a sample was recorded, began and ended.
    mutating func writeTimes(_ sample: SampleDraft) {
        if let created = sample.created { text.append(attribute: "creationDate", time: created) }
        text.append(attribute: "startDate", time: sample.start)
        text.append(attribute: "endDate", time: sample.end)
    }

    /// Ends a start tag and, where there is anything inside, writes it and the end tag.
    mutating func close(
        _ element: StaticString,
        _ sample: SampleDraft,
        _ indent: Int,
        content: (inout SampleWriter) -> Void
    ) {
        let start = text.bytes.count
        text.append(">\n")
        let empty = text.bytes.count
        for (key, value) in sample.metadata.sorted(by: { $0.key < $1.key }) {
            text.append(indent: indent + 1)
            text.append("<MetadataEntry")
            text.append(attribute: "key", key)
            text.append(attribute: "value", ExportSpelling.words(value))
            text.append("/>\n")
        }
        content(&self)
        guard text.bytes.count > empty else {
            text.removeAll(after: start)
            return text.append("/>\n")
        }
        text.append(indent: indent)
        text.append("</")
        text.append(element)
        text.append(">\n")
    }
}
