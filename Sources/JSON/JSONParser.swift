import CSimdjson

/// Parses documents one after the other, in memory that it keeps.
///
/// One thread at a time. After the largest document so far, parsing allocates nothing; memory that
/// an unusually large document needed (above 4 MiB or half a million values) is given back.
///
/// Everything is checked before anything is given out: grammar and escapes (RFC 8259), UTF-8, depth
/// and size. `NaN`, `Infinity`, comments, trailing commas and a byte order mark are syntax errors.
/// A number that is too large for a double is not: only that value is unusable.
package final class JSONParser {
    private let handle: OpaquePointer
    private var isParsing = false

    /// The bytes of `parse(_:_:)`, copied in front of their padding.
    private var copy: [UInt8] = []

    /// Makes a parser with limits on nesting and on the number of values and keys.
    package init(depthLimit: Int = 32, tokenLimit: Int = 4_000_000) {
        let depthLimit = UInt32(clamping: depthLimit)
        guard let handle = csimdjson_parser_create(depthLimit, UInt32(clamping: tokenLimit)) else {
            preconditionFailure("There is no memory for a JSON parser.")
        }
        self.handle = handle
    }

    deinit {
        csimdjson_parser_destroy(handle)
    }

    /// Parses a document in place and hands its root to `body`.
    ///
    /// At least `JSONParser.padding` bytes after the end of `buffer` must be readable. What they
    /// hold does not matter, so one line of a longer text can be parsed where it lies. The root and
    /// all that is reached from it are valid inside `body` only, which must not use this parser.
    ///
    /// - Throws: `JSONError` if the bytes are no document within the limits; what `body` throws.
    /// - Complexity: O(n) in the size of the document.
    package func parse<R>(
        padded buffer: UnsafeRawBufferPointer,
        _ body: (JSONValue) throws -> R
    ) throws -> R {
        precondition(!isParsing, "A JSON parser reads one document at a time.")
        guard let input = buffer.baseAddress else { throw JSONError(.empty, offset: 0) }
        isParsing = true
        defer {
            isParsing = false
            csimdjson_parser_trim(handle)
        }
        let bytes = input.assumingMemoryBound(to: UInt8.self)
        let result = csimdjson_parse(handle, bytes, buffer.count)
        guard let root = result.tokens else { throw JSONError(result) }
        return try body(JSONValue(token: root, input: input))
    }

    /// Parses a copy of a document and hands its root to `body`; for small documents and tests.
    ///
    /// - Throws: as `parse(padded:_:)`.
    package func parse<R>(
        _ bytes: some Collection<UInt8>,
        _ body: (JSONValue) throws -> R
    ) throws -> R {
        precondition(!isParsing, "A JSON parser reads one document at a time.")
        copy.removeAll(keepingCapacity: copy.capacity <= Self.retainedCopySize)
        copy.reserveCapacity(bytes.count + Self.padding)
        copy.append(contentsOf: bytes)
        copy.append(contentsOf: repeatElement(0, count: Self.padding))
        return try copy.withUnsafeBytes { buffer in
            try parse(padded: UnsafeRawBufferPointer(rebasing: buffer.dropLast(Self.padding)), body)
        }
    }

    /// The readable bytes that must follow a document parsed in place.
    package static let padding = CSIMDJSON_PADDING

    private static let retainedCopySize = 1 << 22
}

/// A parser's memory has no lock: each thread has its own parser.
@available(*, unavailable)
extension JSONParser: Sendable {}

extension JSONError {
    /// Translates the result of a parse that failed.
    fileprivate init(_ result: csimdjson_result) {
        let offset = result.offset
        switch result.code {
        case CSIMDJSON_EMPTY: self.init(.empty, offset: offset)
        case CSIMDJSON_TRUNCATED: self.init(.truncated, offset: offset)
        case CSIMDJSON_INVALID_UTF8: self.init(.invalidUTF8, offset: offset)
        case CSIMDJSON_TRAILING: self.init(.trailing, offset: offset)
        case CSIMDJSON_DEPTH: self.init(.depth, offset: offset)
        case CSIMDJSON_TOO_LARGE: self.init(.tooLarge, offset: offset)
        case CSIMDJSON_INVALID_ESCAPE:
            self.init(.syntax, offset: offset, reason: "the JSON text has an invalid escape")
        case CSIMDJSON_LONE_SURROGATE:
            self.init(.syntax, offset: offset, reason: "the JSON text has half a surrogate pair")
        case CSIMDJSON_OUT_OF_MEMORY:
            self.init(.tooLarge, offset: offset, reason: "there is no memory for the JSON text")
        default: self.init(.syntax, offset: offset)
        }
    }
}
