import HTTPClient
import HealthService
import TestSupport
import Testing

/// Bodies that are refused as a whole, and the forms a push may have.
@Suite("Bodies", .offPool)
struct BodyTests {
    /// The cases of `unreadable`.
    private static let unreadableCases = [
        ("", "malformedJSON", 0), ("{", "malformedJSON", 1),
        (#"{"samples":[{"type":"stepCount""#, "malformedJSON", 31),
        (#"{"samples":[NaN]}"#, "malformedJSON", 12),
        (#"{"samples":[{"value":Infinity}]}"#, "malformedJSON", 21),
        (#"{"samples":[]} x"#, "malformedJSON", 15),
        (#"{"samples":["\ud83d"]}"#, "malformedJSON", 13),
        (#"{"samples":[],}"#, "malformedJSON", 14),
        ("\u{FEFF}{}", "malformedJSON", 0),
        ("{\"samples\":[\"a\nb\"]}", "malformedJSON", 14),
        (#"{"samples":[],"samples":[]}"#, "duplicateKey", 14),
        (#"{"batch":"a","b\u0061tch":"a","samples":[]}"#, "duplicateKey", 13),
    ]

    @Test("A push that cannot be read is refused, with the byte at fault")
    func unreadable() async throws {
        try await withService { api in
            let person = try await api.person()
            for (body, code, offset) in Self.unreadableCases {
                let answer = try await person.app.push(raw: body)
                #expect(answer.summary == "400 \(code)", "\(body)")
                #expect(answer["offset"].number == Double(offset), "\(body)")
            }
        }
    }

    /// The cases of `wrongShape`.
    private static let wrongShapeCases: [(String, String?)] = [
        ("[]", nil), ("null", nil), (#""samples""#, nil), ("7", nil), ("{}", "samples"),
        (#"{"samples":null}"#, "samples"), (#"{"samples":{}}"#, "samples"),
        (#"{"samples":"x"}"#, "samples"), (#"{"samples":[],"atomic":1}"#, "atomic"),
        (#"{"samples":[],"atomic":"true"}"#, "atomic"),
        (#"{"samples":[],"batch":7}"#, "batch"),
        (#"{"samples":[],"batch":"a\u0000"}"#, "batch"),
        (#"{"samples":[],"batch":"\#(String(repeating: "b", count: 129))"}"#, "batch"),
    ]

    @Test("A push of the wrong shape is refused, with the member at fault")
    func wrongShape() async throws {
        try await withService { api in
            let person = try await api.person()
            for (body, field) in Self.wrongShapeCases {
                let answer = try await person.app.push(raw: body)
                #expect(answer.summary == "400 invalidRequest", "\(body)")
                #expect(answer["field"].string == field, "\(body)")
            }
        }
    }

    @Test("Bytes that are not UTF-8 are refused")
    func invalidUTF8() async throws {
        try await withService { api in
            let person = try await api.person()
            let body = Array(#"{"batch":""#.utf8) + [0xC3, 0x28] + Array(#"","samples":[]}"#.utf8)
            let path = "/v1/users/me/samples"
            let answer = try await person.app.send("POST", path, body: body)
            #expect(answer.summary == "400 malformedJSON" && answer["offset"] == 10)
        }
    }

    @Test("Nesting has a limit, wherever it is")
    func nesting() async throws {
        try await withService { api in
            let person = try await api.person()
            for depth in [33, 100_000] {
                let deep =
                    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
                let answer = try await person.app.push(raw: #"{"x":\#(deep),"samples":[]}"#)
                #expect(answer.summary == "400 malformedJSON")
            }
            let open = String(repeating: #"{"a":"#, count: 100_000)
            #expect(try await person.app.push(raw: open).summary == "400 malformedJSON")
        }
    }

    @Test("As many samples as the limit says are taken, one more is not; of lines any number is")
    func tooMany() async throws {
        var settings = TestAPISettings()
        #expect(settings.limits.samplesPerBatch == 10_000)
        settings.limits.samplesPerBatch = 100
        try await withService(settings) { api in
            let person = try await api.person(share: [])
            let sample = #"{"type":"stepCount"}"#
            for (count, summary) in [(100, "200"), (101, "413 batchTooLarge")] {
                let samples = Array(repeating: sample, count: count)
                let body = #"{"samples":[\#(samples.joined(separator: ","))]}"#
                #expect(try await person.app.push(raw: body).summary == summary)
                let lines = samples.joined(separator: "\n")
                #expect(try await person.app.push(lines: lines).counts == "0/0/\(count)")
            }
        }
    }

    /// The cases of `mediaType`.
    private static let mediaTypeCases: [String?] = [
        nil, "text/plain", "application/xml", "application/json; charset=latin1",
        "application/jsonp", "multipart/form-data",
    ]

    @Test("A body of another media type is refused")
    func mediaType() async throws {
        try await withService { api in
            let person = try await api.person()
            for type in Self.mediaTypeCases {
                let body = Array(#"{"samples":[]}"#.utf8)
                let path = "/v1/users/me/samples"
                let answer = try await person.app.send("POST", path, body: body, contentType: type)
                #expect(answer.summary == "415 unsupportedMediaType")
                let client = try await api.admin.send(
                    "POST",
                    "/v1/clients",
                    body: body,
                    contentType: type
                )
                #expect(client.summary == "415 unsupportedMediaType")
            }
        }
    }

    /// The cases of `mediaTypeSpelling`.
    private static let mediaTypeSpellingCases = [
        "application/json", "Application/JSON", "application/json;charset=utf-8",
        "application/json; charset=\"UTF-8\"", "application/json ; version=1",
    ]

    @Test("Media types are matched as RFC 9110 says")
    func mediaTypeSpelling() async throws {
        try await withService { api in
            let person = try await api.person()
            for type in Self.mediaTypeSpellingCases {
                let answer = try await person.app.push(raw: #"{"samples":[]}"#, contentType: type)
                #expect(answer.status == 200)
            }
        }
    }

    @Test("Only pushes come as lines")
    func noLinesElsewhere() async throws {
        try await withService { api in
            let answer = try await api.admin.send(
                "POST",
                "/v1/users",
                body: Array("{}".utf8),
                contentType: "application/x-ndjson"
            )
            #expect(answer.summary == "415 unsupportedMediaType")
        }
    }

    @Test("Of lines, a bad one is a rejected sample and the others are stored")
    func lines() async throws {
        try await withService { api in
            let person = try await api.person()
            let lines = [
                String(decoding: steps("08:00", "08:10", 1).bytes, as: UTF8.self), "{\"type\":",
                "", "[1]", String(decoding: steps("09:00", "09:10", 1).bytes, as: UTF8.self) + "\r",
                "{} {}", #"{"type":"stepCount","type":"stepCount"}"#,
            ]
            let answer = try await person.app.push(
                raw: lines.joined(separator: "\n"),
                contentType: "application/x-ndjson"
            )
            #expect(answer.counts == "2/0/4")
            #expect(
                answer.outcomes == [
                    "1 rejected malformedJSON", "2 rejected invalidField samples",
                    "4 rejected malformedJSON", "5 rejected duplicateKey",
                ]
            )
        }
    }

    @Test("A body of many members or blank lines, or of one long text, is no burden")
    func wide() async throws {
        try await withService { api in
            let person = try await api.person()
            let members = (0..<50_000).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
            let wide = try await person.app.push(raw: "{\(members),\"samples\":[]}")
            #expect(wide.status == 200)
            let sample = try await person.app.push(raw: "{\"samples\":[{\(members)}]}")
            #expect(sample.outcomes == ["0 rejected missingField type"])
            let long = String(repeating: "x", count: 3_000_000)
            let text = try await person.app.push(raw: #"{"samples":[{"type":"\#(long)"}]}"#)
            #expect(text.outcomes == ["0 rejected unknownType type"])
            let blank = String(repeating: "\n", count: 2_000_000)
            let type = "application/x-ndjson"
            #expect(try await person.app.push(raw: blank, contentType: type).status == 200)
        }
    }
}
