import HealthModel

/// Counts for the report, record by record, in bounded memory.
struct ReportBuilder {
    /// What has been counted, apart from the types.
    private(set) var report = ImportReport()
    private let limits: ReaderLimits
    private var summaries: [(type: String, summary: ImportReport.TypeSummary)] = []
    private var positions: [String: Int] = [:]
    /// Records come in blocks by type, so the last one is nearly always the right one.
    private var last = -1
    /// The name under which everything beyond the bound on names is counted.
    private static let others = "(others)"

    /// Starts at nothing.
    init(limits: ReaderLimits) {
        self.limits = limits
    }

    /// The report so far.
    func finished(repairs: ImportReport.Repairs) -> ImportReport {
        var result = report
        for (type, summary) in summaries { result.types[type] = summary }
        result.repairs = repairs
        return result
    }

    /// Notes when the export was written.
    mutating func note(exportDate: ZonedInstant?) {
        report.exportDate = report.exportDate ?? exportDate
    }

    /// Notes the phone's locale.
    mutating func note(locale: String?) {
        report.locale = locale.map { String($0.prefix(100)) }
    }

    /// Notes what the export says of the person.
    mutating func note(characteristic name: String, value: String) {
        guard report.characteristics.count < limits.metadataEntries else { return }
        report.characteristics[String(name.prefix(100))] = String(value.prefix(100))
    }

    /// Notes the exports that were left alone.
    mutating func note(otherExports: [String]) {
        report.otherExports = Array(otherExports.prefix(limits.distinctNames))
    }

    /// Counts a sample that is passed on.
    mutating func count(_ draft: SampleDraft) {
        select(draft.type, draft)
        summaries[last].summary.count += 1
        if draft.start.instant < summaries[last].summary.first {
            summaries[last].summary.first = draft.start.instant
        }
        if draft.end.instant > summaries[last].summary.last {
            summaries[last].summary.last = draft.end.instant
        }
        guard case .quantity(_, let unit) = draft.content else { return }
        Self.count(unit, in: &summaries[last].summary.units, limit: limits.distinctNames)
    }

    /// Counts an element that is skipped.
    mutating func skip(_ reason: SkipReason, line: Int, detail: @autoclosure () -> String) {
        var skip = report.skipped[reason] ?? ImportReport.Skip()
        skip.count += 1
        if skip.examples.count < limits.examplesPerReason {
            let detail = String(detail().prefix(200))
            skip.examples.append(ImportReport.Example(line: line, detail: detail))
        }
        report.skipped[reason] = skip
    }

    /// Counts an element of a kind that is not imported.
    mutating func skipKind(_ name: String, line: Int) {
        skip(.notImported, line: line, detail: name)
        Self.count(name, in: &report.notImported, limit: limits.distinctNames)
    }

    /// Makes the summary of a type the last one.
    private mutating func select(_ type: String, _ draft: SampleDraft) {
        if last >= 0, summaries[last].type == type { return }
        let name =
            positions[type] != nil || summaries.count < limits.distinctNames ? type : Self.others
        if let position = positions[name] {
            last = position
            return
        }
        last = summaries.count
        positions[name] = last
        let summary = ImportReport.TypeSummary(
            count: 0,
            first: draft.start.instant,
            last: draft.end.instant,
            units: [:]
        )
        summaries.append((name, summary))
    }

    private static func count(_ name: String, in counts: inout [String: Int], limit: Int) {
        if (counts[name]? += 1) != nil { return }
        counts[counts.count < limit ? name : others, default: 0] += 1
    }
}
