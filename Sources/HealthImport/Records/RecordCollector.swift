import HealthModel

/// Turns the elements of an export into samples, and counts what it passes over.
final class RecordCollector: ElementHandler {
    /// The samples whose end has been met and that have not been taken yet.
    private(set) var records: [ReadRecord] = []
    /// How many `Record` elements have begun.
    private(set) var recordCount = 0
    /// What has been counted.
    var report: ReportBuilder
    private let limits: ReaderLimits
    private var builder: DraftBuilder
    private var metadata: MetadataReader
    private var elements: [Element] = []
    private var record: OpenSample?
    private var correlation: OpenCorrelation?
    private var workout: OpenWorkout?
    private var unusableWorkoutParts = 0

    /// What an open element means for those inside of it.
    private enum Element {
        case root, record, correlation, workout, event, activity, me, other
    }

    /// Starts before the first element.
    init(limits: ReaderLimits) {
        self.limits = limits
        builder = DraftBuilder(attributeBytes: limits.attributeBytes)
        metadata = MetadataReader(limits: limits)
        report = ReportBuilder(limits: limits)
    }

    /// What had to be mended in the samples.
    var repairs: ImportReport.Repairs {
        ImportReport.Repairs(
            repeatedMetadataKeys: metadata.repeatedKeys,
            unreadableDevices: builder.unreadableDevices,
            unreadableCreationDates: builder.unreadableCreationDates,
            unusableWorkoutParts: unusableWorkoutParts
        )
    }

    /// Hands over the finished samples, each once.
    func takeRecords(_ body: (ReadRecord) throws -> Void) rethrows {
        defer { records.removeAll(keepingCapacity: true) }
        for record in records { try body(record) }
    }

    /// Notes what begins and, for a sample, makes its draft.
    func startElement(_ tag: StartTag) {
        elements.append(begin(tag, in: elements.last))
    }

    /// Finishes a sample once what is inside of it has come.
    func endElement() {
        switch elements.popLast() {
        case .record: finishRecord()
        case .correlation:
            finish(correlation?.finished)
            correlation = nil
        case .workout:
            unusableWorkoutParts += workout?.unusableParts ?? 0
            finish(workout?.finished)
            workout = nil
        default: break
        }
    }

    private func begin(_ tag: StartTag, in parent: Element?) -> Element {
        guard let parent else {
            report.note(locale: tag.attribute(.locale)?.string)
            return .root
        }
        switch tag.word {
        case .record:
            recordCount += 1
            beginRecord(tag, in: parent)
            return .record
        case .metadataEntry:
            addMetadata(tag, to: parent)
            return .other
        default:
            switch parent {
            case .root: return beginTopLevel(tag)
            case .workout, .activity: return beginWorkoutPart(tag, in: parent)
            case .record, .correlation, .me: report.skipKind(tag.nameText, line: tag.line)
            default: break
            }
            return .other
        }
    }

    private func beginTopLevel(_ tag: StartTag) -> Element {
        switch tag.word {
        case .correlation:
            correlation = open(tag) { builder, attributes throws(SkippedRecord) in
                try builder.correlation(attributes)
            }.map { OpenCorrelation($0, limits: limits) }
            return .correlation
        case .workout:
            let activity = tag.attribute(.workoutActivityType)
            workout = open(tag) { builder, attributes throws(SkippedRecord) in
                try builder.workout(attributes, activityType: activity)
            }.flatMap { OpenWorkout($0, tag, limits: limits) }
            return .workout
        case .me:
            tag.forEachNamedAttribute { name, text in
                report.note(characteristic: name, value: text.string)
            }
            return .me
        case .exportDate:
            report.note(
                exportDate: tag.attribute(.value).flatMap { ExportTime.parse($0.bytes) }
            )
        default: report.skipKind(tag.nameText, line: tag.line)
        }
        return .other
    }

    private func beginWorkoutPart(_ tag: StartTag, in parent: Element) -> Element {
        let isInActivity = parent == .activity
        switch tag.word {
        case .workoutStatistics:
            let isUsed = workout?.addStatistics(tag, ofActivity: isInActivity) ?? true
            if !isUsed, !isInActivity {
                let type = tag.attribute(.type)?.string ?? tag.nameText
                report.skip(.workoutStatistics, line: tag.line, detail: type)
            }
            return .other
        // An activity repeats those of the workout's events that fall into it.
        case .workoutEvent where isInActivity: return .other
        case .workoutEvent:
            let isUsed = workout?.addEvent(tag) ?? false
            return isUsed ? .event : .other
        case .workoutActivity where !isInActivity:
            let isUsed = workout?.addActivity(tag) ?? false
            return isUsed ? .activity : .other
        default:
            report.skipKind(tag.nameText, line: tag.line)
            return .other
        }
    }

    private func beginRecord(_ tag: StartTag, in parent: Element) {
        // A record inside a record ends neither: the outer one is given up as well.
        record = nil
        switch parent {
        case .root:
            record = open(tag) { builder, attributes throws(SkippedRecord) in
                try builder.record(attributes)
            }
        case .correlation:
            do throws(SkippedRecord) {
                record = OpenSample(try builder.record(RecordAttributes(tag)), line: tag.line)
            } catch {
                correlation?.giveUp(for: error)
            }
        default:
            let type = tag.attribute(.type)?.string ?? "Record"
            report.skip(.misplaced, line: tag.line, detail: type)
            correlation?.giveUp(for: SkippedRecord(reason: .misplaced, detail: type))
        }
    }

    /// Makes the draft of an element at top level, or counts why there is none.
    private func open(
        _ tag: StartTag,
        make: (inout DraftBuilder, RecordAttributes) throws(SkippedRecord) -> ReadRecord
    ) -> OpenSample? {
        do throws(SkippedRecord) {
            return OpenSample(try make(&builder, RecordAttributes(tag)), line: tag.line)
        } catch {
            if error.reason == .notImported {
                report.skipKind(error.detail, line: tag.line)
            } else {
                report.skip(error.reason, line: tag.line, detail: error.detail)
            }
            return nil
        }
    }

    private func addMetadata(_ tag: StartTag, to parent: Element) {
        switch parent {
        case .record: record?.addMetadata(tag, with: &metadata)
        case .correlation: correlation?.sample.addMetadata(tag, with: &metadata)
        case .workout: workout?.sample.addMetadata(tag, with: &metadata)
        case .event: workout?.addEventMetadata(tag, with: &metadata)
        case .activity: workout?.addActivityMetadata(tag, with: &metadata)
        case .root: report.skipKind(tag.nameText, line: tag.line)
        case .me, .other: break
        }
    }

    private func finishRecord() {
        defer { record = nil }
        guard elements.last == .correlation else { return finish(record) }
        if let record { correlation?.add(record) }
    }

    private func finish(_ sample: OpenSample?) {
        guard let sample else { return }
        if let skipped = sample.skipped {
            report.skip(skipped.reason, line: sample.line, detail: skipped.detail)
        } else {
            report.count(sample.read.draft)
            records.append(sample.read)
        }
    }
}
