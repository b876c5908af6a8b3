import HTTPServer
import HealthAPI
import HealthStore
import Postgres

/// The one place where errors become responses.
extension Service {
    /// The response to whatever a handler threw.
    func response(to error: any Error, head: HTTPRequestHead) -> HTTPResponse {
        if let refusal = error as? RateRefusal {
            return .problem(refusal.problem, requestID: head.id).adding(refusal.fields)
        }
        return .problem(problem(error, head), requestID: head.id)
    }

    private func problem(_ error: any Error, _ head: HTTPRequestHead) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let fault as HTTPFault: return Problem(fault)
        case let error as SamplePushBreak:
            var problem = problem(error.cause, head)
            problem.partial = error.partial
            return problem
        case let error as HealthStoreError: return Problem(error)
        case let error as PostgresError:
            let problem = Problem(error)
            log.write(
                // That more was asked than can be done at once is no fault.
                problem.code == .overloaded ? .warning : .error,
                "database",
                [("requestId", .text(head.id)), ("error", .text(error.description))]
            )
            return problem
        default:
            log.write(
                .error,
                "internal",
                [
                    ("requestId", .text(head.id)),
                    ("error", .text(String(describing: type(of: error)))),
                ]
            )
            return Problem(.internalError, "Something went wrong on the server.")
        }
    }
}

extension Problem {
    /// What the HTTP layer refuses, in the words of the API.
    init(_ fault: HTTPFault) {
        let code = ProblemCode(rawValue: fault.code) ?? .malformedRequest
        self.init(code, fault.detail, retryAfter: code.status == 503 ? 1 : nil)
    }

    fileprivate init(_ error: HealthStoreError) {
        self =
            switch error {
            case .userNotFound: UserAccess.notFound
            case .clientNotFound: Problem(.clientNotFound, "There is no such client.")
            case .clientExists:
                Problem(
                    .clientExists,
                    "A client with this bundle identifier exists.",
                    field: "bundleIdentifier"
                )
            case .tokenNotFound: Problem(.tokenNotFound, "There is no such token.")
            case .sourceNotFound(let key):
                Problem(.unknownSource, "The user has no source \(key).", field: "order")
            case .tooManySamples(let limit):
                Problem(
                    .tooManySamples,
                    "The answer would look at more than \(limit) samples or overlaps of them;"
                        + " ask for a shorter range.",
                    field: "end"
                )
            case .tooManyWaiters:
                Problem(.overloaded, "Too many wait for changes; try again.", retryAfter: 5)
            case .anchorExpired: Problem(.anchorExpired, Seals.startOver, field: "anchor")
            case .tooManyBuckets(let limit):
                Problem(
                    .tooManyBuckets,
                    "The sources would have more than \(limit) buckets together.",
                    field: "interval"
                )
            case .tooManySources(let limit):
                Problem(
                    .tooManySources,
                    "The user would have more than \(limit) sources.",
                    field: "samples"
                )
            case .batchConflict:
                Problem(
                    .batchConflict,
                    "A batch of this name was stored with another body.",
                    field: "batch"
                )
            case .webhookNotFound: Problem(.webhookNotFound, "There is no such webhook.")
            case .tooManyWebhooks(let limit):
                Problem(.tooManyWebhooks, "There would be more than \(limit) webhooks.")
            case .authorizationRequestNotFound:
                Problem(.authorizationRequestNotFound, "There is no such request.")
            case .authorizationRequestDecided:
                Problem(.authorizationRequestDecided, "The request was decided already.")
            case .authorizationRequestExpired:
                Problem(.authorizationRequestExpired, "Nobody decided the request in time.")
            case .tooManyAuthorizationRequests(let limit):
                Problem(
                    .tooManyAuthorizationRequests,
                    "\(limit) requests of the client wait for the person already."
                )
            case .accessCodeNotFound:
                Problem(.accessCodeNotFound, "There is no such access code.")
            case .tooManyAccessCodes(let limit):
                Problem(.tooManyAccessCodes, "The user has \(limit) unused access codes already.")
            case .sessionNotFound: Problem(.sessionNotFound, "There is no such session.")
            }
    }
}

extension Problem {
    /// What a failure of the database means to a caller; its words stay in the log.
    fileprivate init(_ error: PostgresError) {
        switch error.code {
        case .poolExhausted, .cancelled:
            self.init(.overloaded, "The server is busy; try again.", retryAfter: 1)
        case .connection, .timeout, .poolClosed:
            self.init(.databaseUnavailable, "The database cannot be reached.", retryAfter: 2)
        case .server where error.isRetryable:
            self.init(.overloaded, "The server is busy; try again.", retryAfter: 1)
        case .server where error.isOutOfResources:
            self.init(.databaseUnavailable, "The database cannot take this now.", retryAfter: 30)
        case .server, .configuration, .protocolViolation:
            self.init(.internalError, "Something went wrong on the server.")
        }
    }
}

extension PostgresError {
    /// Whether the database lacks disk, memory or sessions, SQLSTATE class 53: not the caller's
    /// doing, and over once somebody has made room.
    fileprivate var isOutOfResources: Bool { sqlState?.hasPrefix("53") == true }
}

extension HTTPResponse {
    /// An answer of JSON.
    static func json(_ body: [UInt8], status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [
                (name: "Content-Type", value: "application/json"),
                (name: "Cache-Control", value: "no-store"),
            ],
            body: body
        )
    }

    /// An answer without a body.
    static let noContent = HTTPResponse(status: 204, headers: [], body: [])

    /// A refusal.
    static func problem(_ problem: Problem, requestID: String?) -> HTTPResponse {
        var headers = [
            (name: "Content-Type", value: Problem.mediaType),
            (name: "Cache-Control", value: "no-store"),
        ]
        if problem.code.status == 401 {
            headers.append((name: "WWW-Authenticate", value: "Bearer"))
        }
        if let retryAfter = problem.retryAfter {
            headers.append((name: "Retry-After", value: String(retryAfter)))
        }
        if !problem.allow.isEmpty {
            headers.append((name: "Allow", value: problem.allow.joined(separator: ", ")))
        }
        return HTTPResponse(
            status: problem.code.status,
            headers: headers,
            body: problem.json(requestID: requestID)
        )
    }
}
