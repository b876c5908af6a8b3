import TestSupport

/// Pushes of lines, plain or compressed, whole or in chunks.
enum LineFuzz {
    private static let line =
        #"{"type":"stepCount","start":"2026-11-29T08:00:00Z","end":"2026-11-29T08:10:00Z","#
        + #""value":100,"unit":"count","source":{"bundleIdentifier":"phone","name":"Phone"}}"#

    private static let others = [
        "", " ", "\r", "null", "[]", "{}", "{\"type\":\"moodRing\"}", "{", "\u{FEFF}{}", "\u{0}",
        String(repeating: " ", count: 70_000), String(repeating: "[", count: 2000),
    ]

    /// A push.
    static func input(_ cast: FuzzCast, using generator: inout SeededGenerator) -> FuzzInput {
        var body = lines(using: &generator)
        if generator.isOnce(in: 3) { ByteFuzz.change(&body, using: &generator) }
        var fields = ["Content-Type: application/x-ndjson"]
        if generator.isOnce(in: 4) {
            fields.append("Content-Encoding: gzip")
            body = gzip(body)
            if generator.isOnce(in: 2) { ByteFuzz.change(&body, using: &generator) }
        }
        let names = ["", "?batch=b1", "?batch=", "?batch=%00", "?batch=b1&atomic=true"]
        let target = "/v1/users/me/samples" + generator.one(of: names)
        guard generator.isOnce(in: 3) else {
            return FuzzInput.request(
                .lines,
                "POST",
                target,
                token: cast.token,
                fields: fields,
                body: body
            )
        }
        let head = FuzzInput.request(
            .lines,
            "POST",
            target,
            token: cast.token,
            fields: fields + ["Transfer-Encoding: chunked"]
        )
        return FuzzInput(
            kind: .lines,
            bytes: head.bytes + chunks(body, using: &generator),
            isWhole: false
        )
    }

    private static func lines(using generator: inout SeededGenerator) -> [UInt8] {
        let ends = ["\n", "\n", "\n", "\r\n", "\n\n", "\r", ""]
        let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
            var parts = TokenFuzz.parts(of: line)
            if generator.isOnce(in: 4) {
                TokenFuzz.change(&parts, ["null", "1e999", "{}"], using: &generator)
            }
            let text = generator.isOnce(in: 12) ? generator.one(of: others) : parts.joined()
            return text + generator.one(of: ends)
        }
        return Array(text.joined().utf8)
    }

    /// The body cut into chunks, whose sizes may be wrong.
    private static func chunks(
        _ body: [UInt8],
        using generator: inout SeededGenerator
    ) -> [UInt8] {
        var (rest, bytes) = (body[...], [UInt8]())
        while !rest.isEmpty {
            let count = min(rest.count, Int.random(in: 1...700, using: &generator))
            let said = generator.isOnce(in: 40) ? count + 1 : count
            let suffix = generator.isOnce(in: 20) ? ";name=\"value\"" : ""
            bytes += Array((String(said, radix: 16) + suffix + "\r\n").utf8)
            bytes += rest.prefix(count) + [0x0D, 0x0A]
            rest = rest.dropFirst(count)
        }
        return bytes + Array((generator.isOnce(in: 10) ? "0\r\nX: y\r\n\r\n" : "0\r\n\r\n").utf8)
    }
}
