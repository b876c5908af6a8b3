import HTTPClient
import HealthAPI
import HealthModel
import HealthOutbox
import JSON

/// The calls of the API that commands make, with typed answers.
///
/// Every failure is a `CommandError` of one line: the server's code and words, or why there is no
/// answer. None of them holds the token.
struct APIClient: Sendable {
    /// The server's address.
    let baseURL: String
    private let http: AsyncHTTPClient
    private let retries: RetryPolicy
    private let clock: RetryClock

    /// Makes a client; it connects with its first call.
    ///
    /// - Parameters:
    ///   - connections: The most calls under way at once.
    ///   - clock: Time and chance, for the pauses between repetitions.
    init(
        baseURL: String,
        token: String,
        connections: Int = 4,
        retries: RetryPolicy = RetryPolicy(),
        clock: RetryClock = .system
    ) throws {
        self.baseURL = baseURL
        self.retries = retries
        self.clock = clock
        do {
            http = try AsyncHTTPClient(baseURL: baseURL, token: token, connections: connections)
        } catch {
            throw CommandError(error.description)
        }
    }

    /// Makes a call once and reads its answer.
    func call<Answer>(
        _ method: String,
        _ path: APIPath,
        body: [UInt8]? = nil,
        read: (JSONValue) throws -> Answer
    ) async throws -> Answer {
        try await answer(method, path, body: body).read(read)
    }

    /// Makes a call once and gives its answer as it came.
    func answer(
        _ method: String,
        _ path: APIPath,
        body: [UInt8]? = nil
    ) async throws -> APIAnswer {
        switch try await attempt(request(method, path, body)) {
        case .answer(let answer): return answer
        case .failure(let failure): throw failure.error
        }
    }

    /// Whether there is what a path leads to; `code` is the refusal that says that there is not.
    func exists(_ path: APIPath, unless code: String) async throws -> Bool {
        switch try await attempt(request("GET", path, nil)) {
        case .answer: return true
        case .failure(let failure):
            guard failure.code == code else { throw failure.error }
            return false
        }
    }

    /// Makes a call that may be repeated, and repeats it while that can help.
    ///
    /// What is worth another attempt is worth one to an outbox, too: see `RetryPolicy`.
    func repeatedCall<Answer>(
        _ method: String,
        _ path: APIPath,
        body: [UInt8]? = nil,
        read: (JSONValue) throws -> Answer
    ) async throws -> Answer {
        let request = request(method, path, body)
        var count = 1
        while true {
            switch try await attempt(request) {
            case .answer(let answer): return try answer.read(read)
            case .failure(let failure):
                let pause = retries.pause(
                    after: count,
                    retryAfter: failure.retryAfter,
                    jitter: clock.jitter()
                )
                guard failure.isTemporary, let pause else { throw failure.error }
                try await clock.wait(pause)
                count += 1
            }
        }
    }

    /// Where an outbox is emptied to, for a user: by this client's connections.
    func destination(user: String) -> OutboxDestination {
        OutboxDestination(user: user, client: http)
    }

    private func request(_ method: String, _ path: APIPath, _ body: [UInt8]?) -> ClientRequest {
        ClientRequest(
            method: method,
            path: path.text,
            headers: body == nil ? [] : [("Content-Type", "application/json")],
            body: body,
            timeout: .seconds(120)
        )
    }

    private func attempt(_ request: ClientRequest) async throws -> Attempt {
        do {
            let response = try await http.send(request)
            if (200..<300).contains(response.status) {
                return .answer(APIAnswer(bytes: response.body))
            }
            return .failure(CallFailure(response, now: clock.now()))
        } catch let error as HTTPClientError {
            return .failure(CallFailure(error, baseURL: baseURL))
        }
    }

    private enum Attempt {
        case answer(APIAnswer)
        case failure(CallFailure)
    }
}

/// Why a call was not answered as hoped, and whether that may pass.
private struct CallFailure {
    let error: CommandError
    let isTemporary: Bool
    var code: String?
    var retryAfter: Duration?

    init(_ error: HTTPClientError, baseURL: String) {
        isTemporary = RetryPolicy.isTemporary(error.code)
        self.error = CommandError("no answer from \(baseURL): \(error)")
    }

    init(_ response: ClientResponse, now: Instant) {
        isTemporary = RetryPolicy.isTemporary(status: response.status)
        retryAfter = response.headers.retryAfter(now: now.wholeSeconds)
        let problem = Refusal(problem: response.body)
        code = problem?.code
        error = CommandError(
            problem?.description ?? "the server answered with status \(response.status)"
        )
    }
}
