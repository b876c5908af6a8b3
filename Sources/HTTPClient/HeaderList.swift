import CCurl

/// Header fields in libcurl's form, freed with the object.
final class HeaderList {
    /// The list; nil when empty.
    private(set) var list: UnsafeMutablePointer<curl_slist>?

    /// Makes the list; a field with an empty value is left out of the request altogether.
    ///
    /// - Throws: `invalidRequest` for a name that is not a token or a value with a control
    ///   character. The value is not part of the error.
    init(_ fields: [(name: String, value: String)]) throws(HTTPClientError) {
        for (name, value) in fields {
            guard isToken(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else {
                throw HTTPClientError(.invalidRequest, "a header field is malformed")
            }
            guard let longer = curl_slist_append(list, "\(name): \(value)") else {
                throw HTTPClientError(.transfer, "out of memory")
            }
            list = longer
        }
    }

    deinit {
        curl_slist_free_all(list)
    }
}

/// Tells whether a string is a token (RFC 9110 section 5.6.2), as names and methods have to be.
func isToken(_ text: String) -> Bool {
    let delimiters = "\"(),/:;<=>?@[\\]{}".utf8
    return !text.isEmpty
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !delimiters.contains($0) }
}
