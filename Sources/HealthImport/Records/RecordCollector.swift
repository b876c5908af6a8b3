import HealthModel

/// Turns the elements of an export into records, and counts what it passes over.
final class RecordCollector: ElementHandler {
    /// The records whose end has been met and that have not been taken yet.
    private(set) var records: [ReadRecord] = []
    /// How many `Record` elements have begun.
    private(set) var recordCount = 0
    /// What has been counted.
    var report: ReportBuilder
    private let words: Vocabulary
    private let limits: ReaderLimits
    private var builder: DraftBuilder
    private var repeatedMetadataKeys = 0
    private var keys = RecentValues<String>()
    private var elements: [Element] = []
    private var current: OpenRecord?

    /// What an open element means for those inside of it.
    private enum Element {
        case root, record, correlation, other
    }

    /// A record between its start tag and its end tag.
    private struct OpenRecord {
        var record: ReadRecord
        let line: Int
        var metadataEntries = 0
        var skipped: SkipReason?
    }

    /// Starts before the first element.
    init(words: Vocabulary, limits: ReaderLimits) {
        self.words = words
        self.limits = limits
        builder = DraftBuilder(attributeBytes: limits.attributeBytes)
        report = ReportBuilder(limits: limits)
    }

    /// What had to be mended in the records.
    var repairs: ImportReport.Repairs {
        ImportReport.Repairs(
            repeatedMetadataKeys: repeatedMetadataKeys,
            unreadableDevices: builder.unreadableDevices,
            unreadableCreationDates: builder.unreadableCreationDates
        )
    }

    /// Hands over the finished records, each once.
    func takeRecords(_ body: (ReadRecord) throws -> Void) rethrows {
        defer { records.removeAll(keepingCapacity: true) }
        for record in records { try body(record) }
    }

    func startElement(_ tag: StartTag) {
        let parent = elements.last
        if tag.name == words.record {
            elements.append(.record)
            recordCount += 1
            begin(tag, in: parent)
        } else if tag.name == words.metadataEntry {
            elements.append(.other)
            if parent == .record { addMetadata(tag) }
        } else {
            elements.append(startOther(tag, in: parent))
        }
    }

    func endElement() {
        if elements.popLast() == .record { finish() }
    }

    private func startOther(_ tag: StartTag, in parent: Element?) -> Element {
        guard let parent else {
            report.note(locale: tag.attribute(words.locale)?.string)
            return .root
        }
        guard parent == .root, tag.name != words.me else { return .other }
        if tag.name == words.exportDate {
            report.note(
                exportDate: tag.attribute(words.value).flatMap { ExportTime.parse($0.bytes) }
            )
            return .other
        }
        report.skipKind(tag.nameText, line: tag.line)
        return tag.name == words.correlation ? .correlation : .other
    }

    private func begin(_ tag: StartTag, in parent: Element?) {
        // A record inside a record ends neither: the outer one is given up as well.
        guard parent == .root else {
            current = nil
            let reason = parent == .correlation ? SkipReason.insideCorrelation : .misplaced
            let type = tag.attribute(words.type)?.string ?? "Record"
            report.skip(reason, line: tag.line, detail: type)
            return
        }
        do throws(SkippedRecord) {
            let record = try builder.record(RecordAttributes(tag, words))
            current = OpenRecord(record: record, line: tag.line)
        } catch {
            current = nil
            if error.reason == .notYetImported {
                report.skipKind(error.detail, line: tag.line)
            } else {
                report.skip(error.reason, line: tag.line, detail: error.detail)
            }
        }
    }

    private func addMetadata(_ tag: StartTag) {
        guard current != nil, let key = tag.attribute(words.key),
            let value = tag.attribute(words.value)
        else { return }
        current?.metadataEntries += 1
        if current?.metadataEntries ?? 0 > limits.metadataEntries {
            current?.skipped = .tooMuchMetadata
        } else if max(key.bytes.count, value.bytes.count) > limits.attributeBytes {
            current?.skipped = .oversizedAttribute
        } else {
            let name = keys.value(for: key.bytes) { RawText(bytes: $0).string }
            let text = MetadataText.value(value.string, for: name)
            let replaced = current?.record.draft.metadata.updateValue(text, forKey: name)
            repeatedMetadataKeys += replaced == nil ? 0 : 1
        }
    }

    private func finish() {
        guard let finished = current else { return }
        current = nil
        let draft = finished.record.draft
        if let reason = finished.skipped {
            report.skip(reason, line: finished.line, detail: draft.type)
        } else {
            report.count(draft)
            records.append(finished.record)
        }
    }
}

/// What the metadata of an export means.
private enum MetadataText {
    /// Keeps text as text, but for the one key that the merge asks about as a truth value.
    static func value(_ text: String, for key: String) -> MetadataValue {
        guard key == "HKWasUserEntered" else { return .string(text) }
        return switch text {
        case "1": .boolean(true)
        case "0": .boolean(false)
        default: .string(text)
        }
    }
}
