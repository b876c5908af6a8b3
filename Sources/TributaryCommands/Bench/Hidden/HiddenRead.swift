import HTTPClient

/// What is asked by a client that may not read.
enum HiddenRead: Hashable, CaseIterable, Sendable {
    /// What others ask, too.
    case operation(ReadOperation)
    /// Who recorded anything.
    case sources

    /// All of them.
    static let allCases = ReadOperation.allCases.map(HiddenRead.operation) + [.sources]

    /// What the report calls it.
    var name: String {
        switch self {
        case .operation(let operation): operation.name
        case .sources: "sources"
        }
    }

    /// The request about a user.
    func request(user: String) -> ClientRequest {
        switch self {
        case .operation(let operation):
            return operation.request(user: user)
        case .sources:
            let path = "/v1/users/\(user)/sources"
            return ClientRequest(method: "GET", path: path, timeout: .seconds(60))
        }
    }
}
