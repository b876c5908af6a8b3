import CCurl
import Crypto

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
    private let trust: ServerTrust
    private let socketGuard: SocketGuard?
    private let handle: UnsafeMutableRawPointer

    /// Makes a client; it connects with its first request.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before every request's path, e.g. `http://127.0.0.1:8080`.
    ///   - token: Sent as `Authorization: Bearer`.
    ///   - bodyLimit: The most bytes of an answer's body.
    ///   - trust: By what it knows the server, if the URL says `https`.
    ///   - addresses: Where it may connect to; nil for anywhere.
    /// - Throws: `invalidURL`; `invalidRequest` for a token that HTTP cannot carry.
    package convenience init(
        baseURL: String,
        token: String? = nil,
        bodyLimit: Int = HTTPClient.defaultBodyLimit,
        trust: ServerTrust = .machine,
        addresses: AddressPolicy? = nil
    ) throws(HTTPClientError) {
        try self.init(
            base: BaseURL(baseURL),
            token: token,
            bodyLimit: bodyLimit,
            trust: trust,
            addresses: addresses
        )
    }

    /// Makes a client for a URL that was checked.
    init(
        base: BaseURL,
        token: String?,
        bodyLimit: Int,
        trust: ServerTrust,
        addresses: AddressPolicy? = nil
    ) throws(HTTPClientError) {
        guard isLibraryReady, let handle = curl_easy_init() else {
            throw HTTPClientError(.transfer, "libcurl could not be initialised")
        }
        self.base = base
        self.token = token
        self.bodyLimit = bodyLimit
        self.trust = trust
        socketGuard = addresses.map(SocketGuard.init)
        self.handle = handle
        // Checked here so that a bad token fails at once and not with every request.
        _ = try HeaderList(authorization)
    }

    deinit {
        curl_easy_cleanup(handle)
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// Any status is an answer, not an error. With a source the body comes from it, in bounded
    /// memory, instead of from the request.
    ///
    /// - Throws: `HTTPClientError`; the client can be used again after any of them. `source` when
    ///   the source of the body failed.
    package func send(
        _ request: ClientRequest,
        from source: BodySource? = nil
    ) throws(HTTPClientError) -> ClientResponse {
        let answer = AnswerCollector(bodyLimit: bodyLimit)
        try exchange(request, source, answer)
        return answer.response
    }

    /// Sends a request and passes the answer on while it arrives.
    ///
    /// `take` is called with the answer's head and the next piece of its body, as large as the
    /// network makes it; while it runs nothing else is received. False ends the connection and is
    /// no error. The request's timeout bounds the whole of it.
    ///
    /// - Parameters:
    ///   - silence: The time without a byte after which the transfer fails with `timeout`; whole
    ///     seconds, rounded up. Nil sets none.
    ///   - isWanted: Asked about once a second and with every piece; false ends the transfer with
    ///     `cancelled`.
    /// - Returns: The head, with an empty body, when the answer has ended.
    /// - Throws: As `send`.
    package func receive(
        _ request: ClientRequest,
        silence: Duration? = nil,
        while isWanted: @escaping @Sendable () -> Bool = { true },
        _ take: (ClientResponse) -> Bool
    ) throws(HTTPClientError) -> ClientResponse {
        try withoutActuallyEscaping(take) { take throws(HTTPClientError) in
            let answer = AnswerCollector(bodyLimit: .max, passOn: take)
            try exchange(request, nil, answer, Watch(silence: silence, isWanted: isWanted))
            return answer.response
        }
    }

    private func exchange(
        _ request: ClientRequest,
        _ source: BodySource?,
        _ answer: AnswerCollector,
        _ watch: Watch? = nil
    ) throws(HTTPClientError) {
        let url = try base.url(of: request.path)
        guard isToken(request.method) else {
            throw HTTPClientError(.invalidRequest, "the method is malformed")
        }
        // An empty Expect keeps libcurl from waiting a second for 100 Continue.
        let headers = try HeaderList(request.headers + [("Expect", "")] + authorization)
        let result = withExtendedLifetime((headers, answer, source, watch)) {
            configure(url, request, headers, answer)
            watch?.configure(handle)
            socketGuard?.configure(handle)
            if let source { return source.perform(handle, method: request.method) }
            return perform(with: request.body)
        }
        if let failure = source?.failure { throw failure }
        guard result == CURLE_OK || answer.isEnough else {
            if socketGuard?.hasRefused == true, result == CURLE_COULDNT_CONNECT {
                throw HTTPClientError(.addressNotAllowed, "the host's address is not allowed")
            }
            throw HTTPClientError(result, answer: answer)
        }
        guard answer.isHeadWhole || result != CURLE_OK else {
            throw HTTPClientError(.connection, "the answer ended within its header section")
        }
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
        trust.configure(handle)
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
private let isLibraryReady = {
    // Before libcurl does, which uses it.
    CryptoLibrary.outlivesThreads()
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}()

/// At least 1, as 0 would mean no limit.
func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = max(.zero, min(duration, .seconds(2_000_000))).components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
}
