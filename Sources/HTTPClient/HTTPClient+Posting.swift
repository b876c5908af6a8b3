import Foundation

extension HTTPClient {
    /// Sends one request to a URL that somebody else has chosen, and answers the head of the answer.
    ///
    /// It runs on a thread of its own, with a connection of its own; the body of the answer is not
    /// read. The caller bounds how many there are at once.
    ///
    /// - Parameters:
    ///   - addresses: Where it may connect to.
    ///   - isWanted: Asked about once a second; false ends it with `cancelled`.
    /// - Throws: `HTTPClientError`.
    package static func post(
        _ body: [UInt8],
        to url: TargetURL,
        headers: [(name: String, value: String)],
        timeout: Duration,
        addresses: AddressPolicy,
        while isWanted: @escaping @Sendable () -> Bool
    ) async throws -> ClientResponse {
        let request = ClientRequest(
            method: "POST",
            path: url.path,
            headers: headers,
            body: body,
            timeout: timeout
        )
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try HTTPClient(baseURL: url.origin, addresses: addresses)
                            .receive(request, while: isWanted) { _ in false }
                    }
                )
            }
        }
    }
}
