import HTTPClient
import HealthService
import HealthStore
import Postgres
import TestSupport
import Testing

/// Pushes of lines that end before their end.
@Suite("Pushes that break off", .offPool)
struct BrokenPushTests {
    private static var small: TestAPISettings {
        var settings = TestAPISettings()
        settings.limits.samplesPerBatch = 10
        settings.limits.bodyInBytes = 2_048
        return settings
    }

    @Test(
        "Where the last line is cut, the answer says how many were taken",
        arguments: [3, 25, 30]
    )
    func cutLine(count: Int) async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            let whole = Line.body(count + 1)
            let cut = String(whole.dropLast(20))
            for stored in [count, 0] {
                let answer = try await person.app.push(lines: cut, batch: "b")
                #expect(answer.summary == "400 bodyTruncated")
                let partial = answer["partial"]
                #expect(partial["lines"] == .number(Double(count)))
                #expect(partial["stored"] == .number(Double(stored)))
                #expect(partial["duplicate"] == .number(Double(count - stored)))
                #expect(try await person.listed == count)
            }
            // What broke off is not known by its name; what is whole is.
            let last = try await person.app.push(lines: whole, batch: "b")
            #expect(last.counts == "1/\(count)/0")
            let again = try await person.app.push(lines: whole, batch: "b")
            #expect(again.counts == "1/\(count)/0")
        }
    }

    @Test("A sample cut at any byte is told from one that is whole")
    func everyCut() async throws {
        try await withService { api in
            let person = try await api.person()
            let line = #"{"type":"stepCount","metadata":{"a":"é\"","b":[1.5e3,true,null]}}"#
            let bytes = Array(line.utf8)
            for count in 1..<bytes.count {
                let answer = try await person.app.send(
                    "POST",
                    "/v1/users/me/samples",
                    body: Array(bytes[..<count]),
                    contentType: Line.type
                )
                #expect(answer.summary == "400 bodyTruncated", "\(count)")
            }
            #expect(try await person.app.push(lines: line).counts == "0/0/1")
        }
    }

    @Test("A last line without an end is taken if it is whole, or no JSON in any case")
    func unended() async throws {
        try await withService { api in
            let person = try await api.person()
            #expect(try await person.app.push(lines: Line.json(0)).counts == "1/0/0")
            #expect(try await person.app.push(lines: Line.json(1) + "\nx").counts == "1/0/1")
        }
    }

    @Test("A compressed body that is cut short keeps what came whole")
    func cutGzip() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            let body = Line.body(35)
            let answer = try await person.app.send(
                "POST",
                "/v1/users/me/samples",
                body: storedGzip(Array(body.utf8)).dropLast(200),
                contentType: Line.type,
                headers: [("Content-Encoding", "gzip")]
            )
            #expect(answer.summary == "400 malformedEncoding")
            #expect(answer["partial"]["lines"] == 33 && answer["partial"]["stored"] == 33)
            #expect(try await person.listed == 33)
        }
    }

    @Test("When the connection ends within the body, what came whole is stored")
    func cutConnection() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            let body = Line.body(35)
            do {
                let connection = try RawConnection(port: api.port)
                connection.send(
                    "POST /v1/users/me/samples HTTP/1.1\r\nHost: x\r\n"
                        + "Authorization: Bearer \(person.app.token ?? "")\r\n"
                        + "Content-Type: \(Line.type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                        + body.dropLast(30)
                )
            }
            try await eventually("34 lines are stored") { try await person.listed == 34 }
            #expect(try await person.app.push(lines: body).counts == "1/34/0")
        }
    }

    @Test("When the store fails in the middle, the answer says how far it came")
    func failingStore() async throws {
        try await withService(Self.small) { api in
            let person = try await api.person()
            try api.database.connect().script(
                """
                CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full';
                END $$;
                CREATE TRIGGER fill BEFORE INSERT ON samples FOR EACH ROW
                WHEN (NEW.value = 25) EXECUTE FUNCTION fill();
                """
            )
            let body = Line.body(35)
            let answer = try await person.app.push(lines: body, batch: "b")
            #expect(answer.summary == "503 databaseUnavailable")
            #expect(answer.headers["Retry-After"] != nil)
            #expect(answer["partial"]["lines"] == 20 && answer["partial"]["stored"] == 20)
            try api.database.connect().script("DROP TRIGGER fill ON samples")
            #expect(try await person.app.push(lines: body, batch: "b").counts == "15/20/0")
        }
    }
}
