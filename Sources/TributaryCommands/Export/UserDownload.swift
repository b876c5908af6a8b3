import Foundation
import HTTPClient
import HealthOutbox

/// One user's export on its way from a server.
struct UserDownload: Sendable {
    private let access: ServerAccess
    private let request: ClientRequest

    /// The time without a byte after which it is given up.
    private static let silence: Duration = .seconds(120)

    /// Prepares a download.
    init(_ access: ServerAccess, _ user: String) {
        self.access = access
        request = ClientRequest(
            method: "GET",
            path: APIPath.user(user, ["export"]).text,
            timeout: .seconds(24 * 3600)
        )
    }

    /// Passes on every byte, and answers what was found about them.
    ///
    /// - Throws: `CommandError` where the server refuses, or the connection ends too soon; what the
    ///   closure throws.
    func run(_ write: @escaping @Sendable ([UInt8]) throws -> Void) async throws -> ExportCheck {
        try await withCheckedThrowingContinuation { continuation in
            // The calls of libcurl block.
            Thread.detachNewThread {
                continuation.resume(with: Result { try receive(write) })
            }
        }
    }

    private func receive(_ write: ([UInt8]) throws -> Void) throws -> ExportCheck {
        var check = ExportCheck()
        var refusal: [UInt8] = []
        var failure: (any Error)?
        let head: ClientResponse
        do {
            let client = try HTTPClient(
                baseURL: access.url,
                token: access.token,
                trust: access.trust
            )
            head = try client.receive(request, silence: Self.silence) { piece in
                guard piece.status == 200 else {
                    refusal += piece.body
                    return refusal.count < 1 << 16
                }
                check.take(piece.body)
                do {
                    try write(piece.body)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            throw CommandError("the export from \(access.url) was broken off: \(error)")
        }
        if let failure { throw failure }
        guard head.status == 200 else {
            throw CommandError(
                Refusal(problem: refusal)?.description
                    ?? "the server answered with status \(head.status)"
            )
        }
        return check
    }
}
