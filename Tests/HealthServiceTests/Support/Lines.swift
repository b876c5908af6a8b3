import Testing

/// Pushes as application/x-ndjson.
enum Line {
    /// The media type.
    static let type = "application/x-ndjson"

    /// A sample of steps, the same for the same number; each number has a second of its own.
    static func json(_ number: Int, padding: Int = 0) -> String {
        let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60)
        let time = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
        let day = 10 + number / 86_400
        let moment = "2026-11-\(day)T\(time)Z"
        return #"{"type":"stepCount","start":"\#(moment)","end":"\#(moment)","#
            + #""value":\#(number),"unit":"count"}"# + String(repeating: " ", count: padding)
    }

    /// Samples from 0 on, each on a line that is ended.
    static func body(_ count: Int, padding: Int = 0) -> String {
        (0..<count).map { json($0, padding: padding) + "\n" }.joined()
    }
}

extension Caller {
    /// Pushes lines, under a name if one is given.
    func push(
        lines: String,
        batch: String? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws -> Answer {
        try await send(
            "POST",
            "/v1/users/me/samples",
            query: batch.map { [("batch", $0)] } ?? [],
            body: Array(lines.utf8),
            contentType: Line.type,
            headers: headers
        )
    }
}

extension Person {
    /// How many samples of steps are listed, at most a page of them.
    var listed: Int {
        get async throws {
            let page = try await app.get(
                "/v1/users/me/samples",
                ("type", "stepCount"),
                ("limit", "10000")
            )
            #expect(page.status == 200)
            return page["samples"].elements.count
        }
    }
}
