import Foundation

/// An export found in a file, an archive or a folder.
struct FoundExport {
    /// Where it lies.
    let location: ExportLocation
    /// The names of other exports beside it.
    let others: [String]
}

/// Finds the export by content, since its name depends on the phone's language.
struct ExportFinder {
    /// The bounds for looking.
    let limits: ReaderLimits

    /// Looks at a file, an archive or a folder.
    ///
    /// Of several exports the largest is taken, and the first of equal ones.
    ///
    /// - Throws: What stood in the way, the clearest reason first: a password, damage, only the
    ///   clinical document, nothing at all.
    func find(at path: String) throws(ImportError) -> FoundExport {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
        {
            return try findInFolder(path)
        }
        if try isArchive(path) { return try findInArchive(path) }
        try check(FileSource(path: path))
        return FoundExport(location: .file(path: path), others: [])
    }

    private func check(_ source: any ByteSource) throws(ImportError) {
        try DocumentHead(of: source, limit: limits.prologBytes).requireExport(path: source.path)
    }

    /// Whether a file begins as zip archives do: with an entry, or with the end of an empty one.
    private func isArchive(_ path: String) throws(ImportError) -> Bool {
        let file = try FileSource(path: path)
        var start = [UInt8](repeating: 0, count: 4)
        let read = start.withUnsafeMutableBytes { buffer -> Result<Int, ImportError> in
            do throws(ImportError) { return .success(try file.read(into: buffer)) } catch {
                return .failure(error)
            }
        }
        let magic = start.prefix(try read.get())
        return magic == [0x50, 0x4B, 0x03, 0x04] || magic == [0x50, 0x4B, 0x05, 0x06]
    }

    private func findInArchive(_ path: String) throws(ImportError) -> FoundExport {
        let archive = try ZipArchive(path: path)
        guard archive.entryCount <= limits.archiveEntries else {
            throw .corruptArchive(path: path, reason: "more than \(limits.archiveEntries) entries")
        }
        var search = Search(path: path)
        for entry in archive.files {
            if entry.isEncrypted {
                search.refuse(.encrypted(path: path, entry: entry.name))
                continue
            }
            do throws(ImportError) {
                try check(archive.entry(at: entry.index))
                let location = ExportLocation.archiveEntry(path: path, index: entry.index)
                search.accept(location, name: entry.name, size: entry.size)
            } catch {
                search.refuse(error)
            }
        }
        return try search.result()
    }

    /// Looks at the XML files of a folder, or of the `apple_health_export` folder in it.
    private func findInFolder(_ path: String) throws(ImportError) -> FoundExport {
        let inner = path + "/apple_health_export"
        let folder = FileManager.default.fileExists(atPath: inner) ? inner : path
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
            throw .unreadable(path: folder, reason: "the folder cannot be listed")
        }
        var search = Search(path: path)
        for name in names where name.lowercased().hasSuffix(".xml") {
            do throws(ImportError) {
                let file = try FileSource(path: folder + "/" + name)
                try check(file)
                search.accept(.file(path: file.path), name: name, size: file.totalBytes)
            } catch {
                search.refuse(error)
            }
        }
        return try search.result()
    }
}

/// What a search through several files has come to so far.
private struct Search {
    let path: String
    private var best: (location: ExportLocation, name: String, size: Int64)?
    private var others: [String] = []
    private var refusal: ImportError?

    init(path: String) {
        self.path = path
    }

    mutating func accept(_ location: ExportLocation, name: String, size: Int64) {
        if let best, best.size >= size {
            others.append(name)
            return
        }
        if let best { others.append(best.name) }
        best = (location, name, size)
    }

    /// Keeps the reason that tells the person most.
    mutating func refuse(_ error: ImportError) {
        if Self.weight(of: error) > (refusal.map(Self.weight) ?? 0) { refusal = error }
    }

    func result() throws(ImportError) -> FoundExport {
        if let best { return FoundExport(location: best.location, others: others) }
        throw refusal ?? .noExportFound(path: path)
    }

    private static func weight(of error: ImportError) -> Int {
        switch error {
        case .encrypted: 4
        case .corruptArchive, .unreadable: 3
        case .unsupportedEncoding: 2
        case .clinicalDocument: 1
        default: 0
        }
    }
}
