package import HealthModel

/// A streaming reader of the exports that Apple's Health app writes.
///
/// Takes `export.xml` under any name, the zip archive around it, or the unpacked folder. The text is
/// read in pieces, so memory does not grow with it. Nothing is written anywhere.
///
/// Records, correlations and workouts become samples; everything else is counted. The records of
/// a correlation are printed again at top level and passed on twice, in the correlation and alone:
/// the server keeps them once. Exports carry neither the identifiers of samples nor those of apps:
/// `uuid` is nil (the server derives one from the content, so importing twice changes nothing), and
/// a source's bundle identifier is `com.apple.health.export.` and its name in NFKC, with plain
/// apostrophes, in lower case, with `-` for blanks. The offsets printed are the phone's at export,
/// not the samples', so times carry none; `HKTimeZone` stays in the metadata.
package struct AppleHealthReader: Sendable {
    private let location: ExportLocation
    private let others: [String]
    private let limits: ReaderLimits

    /// Finds the export at a path, by content.
    ///
    /// Of several exports in one archive or folder the largest is taken.
    ///
    /// - Throws: `ImportError` when there is none, saying what is there instead.
    package init(
        path: String,
        limits: ReaderLimits = .standard
    ) throws(ImportError) {
        let found = try ExportFinder(limits: limits).find(at: path)
        location = found.location
        others = found.others
        self.limits = limits
    }

    /// Reads the export from its beginning and passes its samples on in the order of the file.
    ///
    /// Exact duplicates are passed on too. `progress` is told after every piece.
    ///
    /// - Throws: What `sample` throws, at once; `ImportError` when the text breaks off, is damaged
    ///   or passes a limit, after everything before that place has been passed on.
    package func read(
        sample: (SampleDraft) throws -> Void,
        progress: (ImportProgress) -> Void
    ) throws -> ImportReport {
        try read(record: { try sample($0.draft) }, progress: progress)
    }

    /// Reads the export with the offsets it printed; otherwise as `read(sample:progress:)`.
    func read(
        record: (ReadRecord) throws -> Void,
        progress: (ImportProgress) -> Void
    ) throws -> ImportReport {
        let source = try location.open()
        var head = try DocumentHead(of: source, limit: limits.prologBytes)
        try head.requireExport(path: source.path)
        head.blankProlog()
        let parser = try PushParser(depthLimit: limits.depth)
        let collector = RecordCollector(limits: limits)
        collector.report.note(otherExports: others)
        parser.handler = collector
        var pieces = TextPieces(source: source, head: head.bytes, limits: limits)
        var failure: ImportError?
        while failure == nil, !pieces.isAtEnd {
            do throws(ImportError) { try pieces.parseNext(with: parser) } catch { failure = error }
            try collector.takeRecords(record)
            let state = ImportProgress(
                bytesRead: pieces.bytesRead,
                totalBytes: max(source.totalBytes, pieces.bytesRead),
                records: collector.recordCount
            )
            progress(state)
        }
        if let failure { throw failure }
        var repairs = collector.repairs
        repairs.controlCharacters = pieces.replacements
        repairs.skippedDoctypes = head.prolog.hasDoctype ? 1 : 0
        return collector.report.finished(repairs: repairs)
    }
}
