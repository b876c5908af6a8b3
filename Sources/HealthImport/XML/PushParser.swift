import CLibxml2

/// What is told of a document's elements, in the order of the text.
protocol ElementHandler: AnyObject {
    /// An element begins.
    func startElement(_ tag: StartTag)
    /// The innermost element ends.
    func endElement()
}

/// libxml2's push parser: takes a text in pieces of any size and tells a handler its elements.
///
/// No tree is built, no entity expanded, nothing loaded. Within libxml2's own limits (10 MB for one
/// tag or comment, and for all names together) and the depth given here, memory does not depend on
/// the size of the text.
final class PushParser {
    /// The names to compare elements and attributes with.
    let vocabulary: Vocabulary
    /// Who is told; nobody while nil.
    var handler: (any ElementHandler)?
    private let context: xmlParserCtxtPtr
    private let depthLimit: Int
    private var depth = 0
    private var hasBegun = false
    private var bytesFed: Int64 = 0
    private var failure: ImportError?

    /// Makes a parser for one text.
    ///
    /// - Throws: `limitExceeded` when there is no memory for it.
    init(depthLimit: Int) throws(ImportError) {
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = startElement
        handlers.endElementNs = endElement
        handlers.serror = noteError
        let place = TextPosition(line: 1, byte: 0)
        guard let context = xmlCreatePushParserCtxt(&handlers, nil, nil, 0, nil) else {
            throw .limitExceeded(at: place, limit: "little memory")
        }
        guard let vocabulary = Vocabulary(dictionary: context.pointee.dict) else {
            xmlFreeParserCtxt(context)
            throw .limitExceeded(at: place, limit: "little memory")
        }
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        xmlCtxtUseOptions(context, Int32(options))
        self.context = context
        self.vocabulary = vocabulary
        self.depthLimit = depthLimit
        context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        xmlFreeParserCtxt(context)
    }

    /// Parses the next piece.
    ///
    /// - Throws: `malformed` or `limitExceeded`; the handler has been told everything before.
    func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImportError) {
        bytesFed += Int64(bytes.count)
        bytes.withMemoryRebound(to: CChar.self) { piece in
            _ = xmlParseChunk(context, piece.baseAddress, Int32(piece.count), 0)
        }
        if let failure { throw failure }
    }

    /// Ends the text.
    ///
    /// - Throws: `truncated` when an element is still open, `malformed` when something follows the
    ///   last one.
    func finish() throws(ImportError) {
        _ = xmlParseChunk(context, nil, 0, 1)
        guard let failure else { return }
        let isComplete = hasBegun && depth == 0
        guard case .malformed(let place, _) = failure, !isComplete else { throw failure }
        throw .truncated(at: TextPosition(line: place.line, byte: bytesFed))
    }

    fileprivate func open(
        _ name: InternedName,
        _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
        _ count: Int32
    ) {
        depth += 1
        hasBegun = true
        guard depth <= depthLimit else {
            failure = .limitExceeded(at: position, limit: "many elements inside each other")
            xmlStopParser(context)
            return
        }
        let tag = StartTag(
            name: name,
            line: position.line,
            attributes: attributes,
            attributeCount: Int(count)
        )
        handler?.startElement(tag)
    }

    fileprivate func close() {
        depth -= 1
        handler?.endElement()
    }

    /// Keeps the first fatal error; what libxml2 reports after it follows from it.
    fileprivate func note(_ error: xmlError) {
        guard error.level == XML_ERR_FATAL, failure == nil else { return }
        let message = error.message.map { String(cString: $0) } ?? "not well-formed"
        let line = message.split(whereSeparator: \.isNewline).first ?? "not well-formed"
        failure = .malformed(at: position, reason: String(line.prefix(200)))
    }

    /// Where the parser stands.
    var position: TextPosition {
        guard let input = context.pointee.input else { return TextPosition(line: 1, byte: 0) }
        let consumed = Int64(input.pointee.consumed) + Int64(input.pointee.cur - input.pointee.base)
        return TextPosition(line: Int(input.pointee.line), byte: consumed)
    }
}

// The callbacks are global functions: libxml2 knows nothing of actors.

private func parser(_ context: UnsafeMutableRawPointer?) -> PushParser? {
    context.map { Unmanaged<PushParser>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<xmlChar>?,
    _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?,
    _ namespaceCount: Int32,
    _ namespaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?,
    _ attributeCount: Int32,
    _ defaultedCount: Int32,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let name else { return }
    parser(context)?.open(name, attributes, attributeCount)
}

private func endElement(
    _ context: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<xmlChar>?,
    _ prefix: UnsafePointer<xmlChar>?,
    _ namespace: UnsafePointer<xmlChar>?
) {
    parser(context)?.close()
}

private func noteError(_ context: UnsafeMutableRawPointer?, _ error: xmlErrorPtr?) {
    guard let error else { return }
    parser(context)?.note(error.pointee)
}
