import CCurl

/// A blocking HTTP client with one connection, which it keeps open between requests.
///
/// Certificates are verified; redirects are not followed, so the token never goes to another
/// host; proxies named in the environment are not used. A request on a kept connection that the
/// server has meanwhile closed is sent again on a new one, if nothing of an answer had come.
///
/// Belongs to one thread at a time; `AsyncHTTPClient` is for many callers.
package final class HTTPClient {
    /// The largest body of an answer that a client takes unless told otherwise: 256 MiB.
    package static let defaultBodyLimit = 256 * 1024 * 1024

    private let base: BaseURL
    private let token: String?
    private let bodyLimit: Int
    private let handle: UnsafeMutableRawPointer

    /// Makes a client; it connects with its first request.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before every request's path, e.g. `http://127.0.0.1:8080`.
    ///   - token: Sent as `Authorization: Bearer`.
    ///   - bodyLimit: The most bytes of an answer's body.
    /// - Throws: `invalidURL`; `invalidRequest` for a token that HTTP cannot carry.
    package convenience init(
        baseURL: String,
        token: String? = nil,
        bodyLimit: Int = HTTPClient.defaultBodyLimit
    ) throws(HTTPClientError) {
        try self.init(base: BaseURL(baseURL), token: token, bodyLimit: bodyLimit)
    }

    /// Makes a client for a URL that was checked.
    init(base: BaseURL, token: String?, bodyLimit: Int) throws(HTTPClientError) {
        guard isLibraryReady, let handle = curl_easy_init() else {
            throw HTTPClientError(.transfer, "libcurl could not be initialised")
        }
        self.base = base
        self.token = token
        self.bodyLimit = bodyLimit
        self.handle = handle
        // Checked here so that a bad token fails at once and not with every request.
        _ = try HeaderList(authorization)
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// Any status is an answer, not an error.
    ///
    /// - Throws: `HTTPClientError`; the client can be used again after any of them.
    package func send(_ request: ClientRequest) throws(HTTPClientError) -> ClientResponse {
        let url = try base.url(of: request.path)
        guard isToken(request.method) else {
            throw HTTPClientError(.invalidRequest, "the method is malformed")
        }
        // An empty Expect keeps libcurl from waiting a second for 100 Continue.
        let headers = try HeaderList(request.headers + [("Expect", "")] + authorization)
        let answer = AnswerCollector(bodyLimit: bodyLimit)
        let result = withExtendedLifetime((headers, answer)) {
            configure(url, request, headers, answer)
            return perform(with: request.body)
        }
        guard result == CURLE_OK else { throw HTTPClientError(result, answer: answer) }
        return ClientResponse(
            status: http_response_status(handle),
            headers: ResponseHeaders(pairs: answer.headers),
            body: answer.body
        )
    }

    private var authorization: [(name: String, value: String)] {
        token.map { [("Authorization", "Bearer \($0)")] } ?? []
    }

    private func configure(
        _ url: String,
        _ request: ClientRequest,
        _ headers: HeaderList,
        _ answer: AnswerCollector
    ) {
        // Options do not outlive a request, the open connection does.
        curl_easy_reset(handle)
        http_set_string(handle, CURLOPT_URL, url)
        http_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        http_set_string(handle, CURLOPT_PROXY, "")
        http_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        http_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        http_set_long(handle, CURLOPT_TCP_NODELAY, 1)
        http_set_long(handle, CURLOPT_PATH_AS_IS, 1)
        // Without it the resolver's timeout uses a signal, which is not safe with threads.
        http_set_long(handle, CURLOPT_NOSIGNAL, 1)
        http_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds(request.timeout))
        http_set_pointer(handle, CURLOPT_HTTPHEADER, headers.list)
        let context = Unmanaged.passUnretained(answer).toOpaque()
        http_set_receiver(handle, CURLOPT_HEADERFUNCTION, receiveHeader)
        http_set_pointer(handle, CURLOPT_HEADERDATA, context)
        http_set_receiver(handle, CURLOPT_WRITEFUNCTION, receiveBody)
        http_set_pointer(handle, CURLOPT_WRITEDATA, context)
        if request.method == "HEAD" {
            http_set_long(handle, CURLOPT_NOBODY, 1)
        } else {
            http_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func perform(with body: [UInt8]?) -> CURLcode {
        guard let body else { return curl_easy_perform(handle) }
        return body.withUnsafeBytes { bytes in
            http_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
            // Not copied. A nil pointer would make libcurl read a body from standard input.
            return withUnsafeBytes(of: 0) { nothing in
                let start = bytes.baseAddress ?? nothing.baseAddress
                http_set_pointer(handle, CURLOPT_POSTFIELDS, start)
                return curl_easy_perform(handle)
            }
        }
    }
}

@available(*, unavailable, message: "A client belongs to one thread at a time.")
extension HTTPClient: Sendable {}

/// Initialises libcurl once, when the first client is made.
private let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

/// At least 1, as 0 would mean no limit.
private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = max(.zero, min(duration, .seconds(2_000_000))).components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
}
