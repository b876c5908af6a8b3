import HTTPClient

extension Caller {
    /// Sends a request whose answer is not checked against the contract: it is no JSON document.
    func raw(_ method: String, _ path: String, _ body: [UInt8]? = nil) async throws -> Answer {
        var fields: [(name: String, value: String)] = []
        if let token { fields.append((name: "Authorization", value: "Bearer \(token)")) }
        if body != nil { fields.append((name: "Content-Type", value: "application/json")) }
        let request = ClientRequest(method: method, path: path, headers: fields, body: body)
        return Answer(try await http.send(request))
    }
}
