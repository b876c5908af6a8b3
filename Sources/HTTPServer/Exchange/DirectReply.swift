import CMicrohttpd
import Glibc

/// An answer written to the socket past the library, which closes the connection.
///
/// The library takes no answer while a body is arriving. That is when bodies turn out to be too
/// large, corrupt or too slow; without this the client would only see its connection cut.
enum DirectReply {
    /// Writes an answer and ends the sending side of the connection.
    ///
    /// The answer is small and nothing was sent for this request yet (but perhaps `100 Continue`),
    /// so that the socket's buffer takes all of it; if not, the client sees a cut answer.
    static func send(_ reply: Reply, over connection: Connection, withBody: Bool) {
        let socket = connection.socket
        var bytes = Array(head(of: reply).utf8)
        if withBody { bytes += reply.body }
        // The system's first buffer is small; an answer to half a streamed body may not be.
        if bytes.count > 8 * 1024 { setOption(socket, SOL_SOCKET, SO_SNDBUF, 256 * 1024) }
        if connection.isSecure {
            connection.session?.sendLast(bytes)
        } else {
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            _ = Glibc.send(socket, bytes, bytes.count, flags)
        }
        shutdown(socket, Int32(SHUT_WR))
    }

    /// The status line and the fields, with the empty line that ends them.
    private static func head(of reply: Reply) -> String {
        let reason = MHD_get_reason_phrase_for(UInt32(reply.status)).map { String(cString: $0) }
        let own = [
            ("Date", imfDate(time(nil))),
            ("Content-Length", "\(reply.body.count)"),
            ("Connection", "close"),
        ]
        let lines = (reply.fields + own).map { "\($0.0): \($0.1)\r\n" }
        return "HTTP/1.1 \(reply.status) \(reason ?? "")\r\n\(lines.joined())\r\n"
    }
}

/// Formats a time as RFC 9110 section 5.6.7 asks: `Sun, 06 Nov 1994 08:49:37 GMT`.
func imfDate(_ seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    let day = "\(days[Int(parts.tm_wday)]), \(twoDigits(parts.tm_mday))"
    return "\(day) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) \(time) GMT"
}

private func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
