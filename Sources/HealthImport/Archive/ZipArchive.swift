import CLibzip

/// A zip archive opened for reading; owns libzip's handle.
///
/// Nothing is ever written to the file system, so the names of entries can do no harm.
final class ZipArchive {
    /// An entry that may hold a file.
    struct Entry {
        /// Its position, which is unique where names are not.
        let index: UInt64
        /// Its name as stored.
        let name: String
        /// Its size, uncompressed.
        let size: Int64
        /// Whether a password is needed.
        let isEncrypted: Bool
    }

    /// The path of the archive.
    let path: String
    fileprivate let handle: OpaquePointer

    /// Opens an archive and reads its directory.
    ///
    /// - Throws: `corruptArchive` when libzip makes no sense of the file.
    init(path: String) throws(ImportError) {
        var code: Int32 = 0
        guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
            var error = zip_error_t()
            zip_error_init_with_code(&error, code)
            defer { zip_error_fini(&error) }
            throw .corruptArchive(path: path, reason: String(cString: zip_error_strerror(&error)))
        }
        self.path = path
        self.handle = handle
    }

    deinit {
        zip_discard(handle)
    }

    /// The number of entries, directories and empty ones included.
    var entryCount: Int { Int(zip_get_num_entries(handle, 0)) }

    /// The entries that are neither directories nor empty, in the archive's order.
    var files: [Entry] {
        (0..<max(0, entryCount)).compactMap { file(at: UInt64($0)) }
    }

    /// Opens an entry for reading.
    ///
    /// - Throws: `corruptArchive` when its header is damaged or its compression is unknown.
    func entry(at index: UInt64) throws(ImportError) -> ZipEntrySource {
        guard let file = zip_fopen_index(handle, index, 0) else {
            throw .corruptArchive(path: path, reason: String(cString: zip_strerror(handle)))
        }
        return ZipEntrySource(
            archive: self,
            file: file,
            totalBytes: self.file(at: index)?.size ?? 0
        )
    }

    private func file(at index: UInt64) -> Entry? {
        var status = zip_stat_t()
        guard zip_stat_index(handle, index, 0, &status) == 0, let name = status.name,
            status.size > 0
        else { return nil }
        let text = String(cString: name)
        guard !text.hasSuffix("/") else { return nil }
        let isEncrypted = Int(status.encryption_method) != Int(ZIP_EM_NONE)
        return Entry(
            index: index,
            name: text,
            size: Int64(clamping: status.size),
            isEncrypted: isEncrypted
        )
    }
}

/// One entry of an archive, inflated as it is read; keeps its archive open.
final class ZipEntrySource: ByteSource {
    let totalBytes: Int64
    private let archive: ZipArchive
    private let file: OpaquePointer

    fileprivate init(archive: ZipArchive, file: OpaquePointer, totalBytes: Int64) {
        self.archive = archive
        self.file = file
        self.totalBytes = totalBytes
    }

    deinit {
        // Reading has reported every error that closing could repeat.
        zip_fclose(file)
    }

    var path: String { archive.path }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        let count = zip_fread(file, buffer.baseAddress, UInt64(buffer.count))
        guard count >= 0 else {
            throw .corruptArchive(path: path, reason: String(cString: zip_file_strerror(file)))
        }
        return Int(count)
    }
}
