/// A connection that tests hand from one thread to the next.
///
/// `@unchecked Sendable`: a test uses it in one `offPool` at a time.
struct Client: @unchecked Sendable {
    /// The connection.
    let connection: RawConnection

    /// Connects and sends a request.
    init(_ port: UInt16, _ request: String) throws {
        connection = try RawConnection(port: port)
        try connection.send(request)
    }
}

/// The head of a GET request.
func get(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
}
