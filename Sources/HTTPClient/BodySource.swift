import CCurl
import Glibc

/// Where the body of a request comes from while it is sent, so that it need not fit in memory.
///
/// Belongs to one request: a source is used up by it. Not Sendable: it is asked on the client's
/// thread.
package final class BodySource {
    /// Gives at most that many bytes, at least one; none at the end.
    package typealias Read = (_ limit: Int) throws -> [UInt8]

    /// Why the source failed; nil while it has not.
    private(set) var failure: HTTPClientError?

    private let length: Int?
    private let read: Read

    /// Makes a source of a known or, sent in chunks, of an unknown length.
    package init(length: Int? = nil, _ read: @escaping Read) {
        self.length = length
        self.read = read
    }

    /// Makes a source that reads a file from where it stands to its end, in chunks.
    ///
    /// The descriptor stays the caller's, who closes it after the request.
    package convenience init(descriptor: Int32) {
        self.init { limit throws(HTTPClientError) in
            var count = -1
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { room, filled in
                repeat {
                    count = Glibc.read(descriptor, room.baseAddress, limit)
                } while count < 0 && errno == EINTR
                filled = max(0, count)
            }
            guard count >= 0 else {
                throw HTTPClientError(
                    .source,
                    "reading the body: \(String(cString: strerror(errno)))"
                )
            }
            return bytes
        }
    }

    /// Sends the configured request with this body.
    func perform(_ handle: UnsafeMutableRawPointer, method: String) -> CURLcode {
        http_set_long(handle, CURLOPT_UPLOAD, 1)
        http_set_string(handle, CURLOPT_CUSTOMREQUEST, method)
        http_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(length ?? -1))
        http_set_receiver(handle, CURLOPT_READFUNCTION, readSource)
        let context = Unmanaged.passUnretained(self).toOpaque()
        http_set_pointer(handle, CURLOPT_READDATA, context)
        return curl_easy_perform(handle)
    }

    /// Copies the next bytes into libcurl's buffer; nil when the source failed.
    func fill(_ room: UnsafeMutableRawBufferPointer) -> Int? {
        do {
            let bytes = try read(room.count)
            precondition(bytes.count <= room.count, "A source gives no more than it is asked for.")
            room.copyBytes(from: bytes)
            return bytes.count
        } catch {
            failure =
                error as? HTTPClientError
                ?? HTTPClientError(.source, "the source of the body failed")
            return nil
        }
    }
}

@available(*, unavailable, message: "A source belongs to the thread of its request.")
extension BodySource: Sendable {}

/// Fetches the next bytes of a body for libcurl.
private func readSource(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context, let bytes else { return http_source_failed() }
    let room = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue().fill(room)
        ?? http_source_failed()
}
