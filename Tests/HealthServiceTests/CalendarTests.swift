import HTTPClient
import TestSupport
import Testing

/// Calendars that surprise, from the outside: skipped days, half-hour changes, short months, years.
@Suite("Calendars", .offPool)
struct CalendarTests {
    /// Asks for buckets; gives `start value`, where the value is `-` for no data.
    private func buckets(
        _ person: Person,
        of type: String = "stepCount",
        _ start: String,
        _ end: String,
        _ query: (String, String)...,
        member: String = "sum"
    ) async throws -> [String] {
        let answer = try await person.app.send(
            "GET",
            "/v1/users/me/statistics/\(type)/collection",
            query: [("start", start), ("end", end)] + query
        )
        #expect(answer.status == 200)
        return answer["buckets"].elements.map { bucket in
            let value = bucket[member].number
            return "\(bucket["start"].string ?? "?") \(value.map { "\($0)" } ?? "-")"
        }
    }

    private func step(_ start: String, _ end: String? = nil, _ value: Double) -> JSONTree {
        steps("08:00", "08:00", value).with([
            "start": .string(start), "end": .string(end ?? start),
        ])
    }

    @Test("Samoa went from 29 to 31 December 2011: the day between is no bucket")
    func skippedDay() async throws {
        try await withService { api in
            let person = try await api.person()
            // A minute before and a minute after the midnight that was moved.
            _ = try await person.app.push(
                step("2011-12-30T09:59:00Z", "2011-12-30T10:01:00Z", 10)
            )
            #expect(
                try await buckets(
                    person,
                    "2011-12-28T10:00:00Z",
                    "2012-01-01T10:00:00Z",
                    ("interval", "P1D"),
                    ("timeZone", "Pacific/Apia")
                ) == [
                    "2011-12-28T00:00:00-10:00 -", "2011-12-29T00:00:00-10:00 5.0",
                    "2011-12-31T00:00:00+14:00 5.0", "2012-01-01T00:00:00+14:00 -",
                ]
            )
        }
    }

    @Test("Lord Howe changes its clocks by half an hour: days of 23.5 and 24.5 hours")
    func halfHours() async throws {
        try await withService { api in
            let person = try await api.person()
            // One step a minute over both days and more.
            _ = try await person.app.push(
                step("2025-10-04T00:00:00Z", "2025-10-06T00:00:00Z", 2880),
                step("2026-04-03T00:00:00Z", "2026-04-06T00:00:00Z", 4320)
            )
            let zone = ("timeZone", "Australia/Lord_Howe")
            #expect(
                try await buckets(
                    person,
                    "2025-10-05T00:00:00+10:30",
                    "2025-10-06T00:00:00+11:00",
                    ("interval", "P1D"),
                    zone
                ) == ["2025-10-05T00:00:00+10:30 1410.0"]
            )
            #expect(
                try await buckets(
                    person,
                    "2026-04-05T00:00:00+11:00",
                    "2026-04-06T00:00:00+10:30",
                    ("interval", "P1D"),
                    zone
                ) == ["2026-04-05T00:00:00+11:00 1470.0"]
            )
        }
    }

    @Test("Months from the 31st end where the month has no 31st, in leap years and others")
    func monthsFromTheLastDay() async throws {
        try await withService { api in
            let person = try await api.person()
            let year = try await buckets(
                person,
                "2023-12-31T00:00:00Z",
                "2025-03-31T00:00:00Z",
                ("interval", "P1M"),
                ("anchorDate", "2023-12-31T00:00:00Z")
            )
            #expect(
                year.map { String($0.prefix(10)) } == [
                    "2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30",
                    "2024-05-31", "2024-06-30", "2024-07-31", "2024-08-31", "2024-09-30",
                    "2024-10-31", "2024-11-30", "2024-12-31", "2025-01-31", "2025-02-28",
                ]
            )
            #expect(year.allSatisfy { $0.hasSuffix("T00:00:00Z -") })
        }
    }

    @Test("Years, minutes over a change of clocks, and weeks from an anchor on a Wednesday")
    func otherIntervals() async throws {
        try await withService { api in
            let person = try await api.person()
            _ = try await person.app.push(
                step("2024-02-29T12:00:00Z", nil, 3),
                step("2026-03-29T01:10:00Z", nil, 4)
            )
            #expect(
                try await buckets(
                    person,
                    "2023-07-01T00:00:00Z",
                    "2026-07-01T00:00:00Z",
                    ("interval", "P1Y"),
                    ("anchorDate", "2020-01-01T00:00:00Z")
                ) == [
                    "2023-07-01T00:00:00Z -", "2024-01-01T00:00:00Z 3.0",
                    "2025-01-01T00:00:00Z -", "2026-01-01T00:00:00Z 4.0",
                ]
            )
            #expect(
                try await buckets(
                    person,
                    "2026-03-29T01:30:00+01:00",
                    "2026-03-29T03:30:00+02:00",
                    ("interval", "PT30M"),
                    ("timeZone", "Europe/Paris")
                ) == ["2026-03-29T01:30:00+01:00 -", "2026-03-29T03:00:00+02:00 4.0"]
            )
            let weeks = try await buckets(
                person,
                "2026-03-26T00:00:00+01:00",
                "2026-04-10T00:00:00+02:00",
                ("interval", "P1W"),
                ("timeZone", "Europe/Paris"),
                ("anchorDate", "2026-06-03T00:00:00+02:00")
            )
            #expect(
                weeks == [
                    "2026-03-26T00:00:00+01:00 4.0", "2026-04-01T00:00:00+02:00 -",
                    "2026-04-08T00:00:00+02:00 -",
                ]
            )
        }
    }

    @Test("Every option follows the calendar, and a bucket without data is null in each")
    func everyOption() async throws {
        try await withService { api in
            let person = try await api.person()
            let rate = heartRate("08:00", 60).with(["type": "bodyTemperature", "unit": "degC"])
            _ = try await person.app.push(
                rate.with(["start": "2026-10-24T22:30:00Z", "end": "2026-10-24T22:30:00Z"]),
                rate.with([
                    "start": "2026-10-25T22:30:00Z", "end": "2026-10-25T22:30:00Z", "value": 80,
                ])
            )
            let night = try TestSample.sleep("00:00", "00:00", "asleepCore", id: 1)
            let hour: Int64 = 3_600_000_000
            // The 25 hours of 25 October in Paris and one more.
            let start: Int64 = 1_792_879_200_000_000
            try await api.save(
                [
                    TestSample(
                        type: night.type,
                        start: start,
                        end: start + 26 * hour,
                        value: 3,
                        id: night.id
                    )
                ],
                of: person
            )
            let days = ["2026-10-24", "2026-10-25", "2026-10-26", "2026-10-27"]
            let offsets = ["+02:00", "+02:00", "+01:00", "+01:00"]
            // 22:30 UTC on the 25th is 23:30 in Paris, in the same day of 25 hours.
            let expected: [(String, String, [String])] = [
                ("bodyTemperature", "average", ["-", "70.0", "-", "-"]),
                ("bodyTemperature", "max", ["-", "80.0", "-", "-"]),
                ("sleepAnalysis", "duration", ["-", "90000.0", "3600.0", "-"]),
            ]
            for (type, member, values) in expected {
                let found = try await buckets(
                    person,
                    of: type,
                    "2026-10-24T00:00:00+02:00",
                    "2026-10-28T00:00:00+01:00",
                    ("interval", "P1D"),
                    ("timeZone", "Europe/Paris"),
                    member: member
                )
                let labels = zip(days, offsets).map { "\($0)T00:00:00\($1)" }
                #expect(found == zip(labels, values).map { "\($0) \($1)" }, "\(member)")
            }
        }
    }

    @Test("A traveller's days are those of the clocks on the walls, and nothing is lost on the way")
    func traveller() async throws {
        try await withService { api in
            let person = try await api.person(timeZone: "Europe/Paris")
            func place(_ zone: String) -> JSONTree { ["metadata": ["HKTimeZone": .string(zone)]] }
            _ = try await person.app.push(
                // A morning in Paris; eight hours in the air, two of them on the clocks on the
                // walls; the evening of the same day in New York, and the next day there.
                step("2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z", 100)
                    .with(place("Europe/Paris")),
                step("2026-06-01T13:30:00+02:00", "2026-06-01T15:30:00-04:00", 10),
                step("2026-06-02T01:00:00Z", "2026-06-02T02:00:00Z", 1)
                    .with(place("America/New_York")),
                step("2026-06-02T14:00:00Z", "2026-06-02T15:00:00Z", 1000)
                    .with(place("America/New_York"))
            )
            #expect(
                try await buckets(
                    person,
                    "2026-06-01T00:00:00",
                    "2026-06-03T00:00:00",
                    ("interval", "P1D"),
                    ("timeZone", "recorded")
                ) == ["2026-06-01T00:00:00 111.0", "2026-06-02T00:00:00 1000.0"]
            )
            // By the clock of Paris the evening in New York was after midnight.
            let paris = try await buckets(
                person,
                "2026-06-01T00:00:00+02:00",
                "2026-06-03T00:00:00+02:00",
                ("interval", "P1D"),
                ("timeZone", "Europe/Paris")
            )
            #expect(
                paris == ["2026-06-01T00:00:00+02:00 110.0", "2026-06-02T00:00:00+02:00 1001.0"]
            )
        }
    }
}
