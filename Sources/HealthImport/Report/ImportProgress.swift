/// How far the reading of an export has come.
package struct ImportProgress: Hashable, Sendable {
    /// Bytes of XML text read so far.
    package var bytesRead: Int64
    /// Bytes of the whole XML text, uncompressed.
    package var totalBytes: Int64
    /// `Record` elements met so far, passed on or skipped.
    package var records: Int

    /// Makes a state of progress.
    package init(bytesRead: Int64, totalBytes: Int64, records: Int) {
        self.bytesRead = bytesRead
        self.totalBytes = totalBytes
        self.records = records
    }
}
