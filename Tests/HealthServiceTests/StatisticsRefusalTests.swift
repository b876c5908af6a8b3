import HTTPClient
import TestSupport
import Testing

/// Questions for statistics that make no sense.
@Suite("Refused statistics", .offPool)
struct StatisticsRefusalTests {
    /// A path and query behind `/statistics` and what it is refused with; A is before B.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let target: String
        let code: String
        let field: String

        init(_ target: String, _ code: String, _ field: String) {
            self.target = target
            self.code = code
            self.field = field
        }

        var testDescription: String { target }
    }

    private static let types = [
        Refusal("moodRing?start=A&end=B", "unknownType", "type"),
        Refusal("%00?start=A&end=B", "unknownType", "type"),
        Refusal("workout?start=A&end=B", "unsupportedType", "type"),
        Refusal(
            "HKWorkoutTypeIdentifier/collection?start=A&end=B&interval=P1D",
            "unsupportedType",
            "type"
        ),
        Refusal("bloodPressure?start=A&end=B", "unsupportedType", "type"),
        Refusal("food/explanation?start=A&end=B", "unsupportedType", "type"),
        Refusal("heartRate/explanation?start=A&end=B", "invalidOption", "type"),
    ]

    private static let ranges = [
        Refusal("stepCount", "missingParameter", "start"),
        Refusal("stepCount?end=B", "missingParameter", "start"),
        Refusal("stepCount?start=A", "missingParameter", "end"),
        Refusal("stepCount?start=yesterday&end=B", "invalidParameter", "start"),
        Refusal("stepCount?start=2026-02-30T00:00:00Z&end=B", "invalidParameter", "start"),
        Refusal("stepCount?start=B&end=A", "invalidRange", "end"),
        Refusal("sleepAnalysis?start=B&end=A", "invalidRange", "end"),
        Refusal("stepCount?start=B&end=A&timeZone=recorded", "invalidRange", "end"),
        Refusal("stepCount?start=x&end=B&timeZone=recorded", "invalidParameter", "start"),
        Refusal("stepCount/collection?start=B&end=A&interval=P1D", "invalidRange", "end"),
        Refusal("stepCount/explanation?start=A", "missingParameter", "end"),
        Refusal("stepCount/explanation?start=B&end=A", "invalidRange", "end"),
        Refusal(
            "stepCount/explanation?start=x&end=B&timeZone=recorded",
            "invalidParameter",
            "start"
        ),
    ]

    private static let options = [
        Refusal("stepCount?start=A&end=B&options=median", "invalidOption", "options"),
        Refusal("stepCount?start=A&end=B&options=Sum", "invalidOption", "options"),
        Refusal("stepCount?start=A&end=B&options=", "invalidParameter", "options"),
        Refusal("stepCount?start=A&end=B&options=sum,", "invalidParameter", "options"),
        Refusal("stepCount?start=A&end=B&options=average", "invalidOption", "options"),
        Refusal("stepCount?start=A&end=B&options=sum,min", "invalidOption", "options"),
        Refusal("stepCount?start=A&end=B&options=max", "invalidOption", "options"),
        Refusal("dietaryWater?start=A&end=B&options=average", "invalidOption", "options"),
        Refusal("heartRate?start=A&end=B&options=sum", "invalidOption", "options"),
        Refusal("heartRate?start=A&end=B&options=average,sum", "invalidOption", "options"),
        Refusal("sleepAnalysis?start=A&end=B&options=sum", "invalidOption", "options"),
        Refusal("sleepAnalysis?start=A&end=B&options=average", "invalidOption", "options"),
        Refusal("sleepAnalysis?start=A&end=B&options=duration,max", "invalidOption", "options"),
        Refusal(
            "sleepAnalysis/collection?start=A&end=B&interval=P1D&options=sum",
            "invalidOption",
            "options"
        ),
        Refusal(
            "stepCount/explanation?start=A&end=B&options=sum",
            "unknownParameter",
            "options"
        ),
    ]

    private static let filters = [
        Refusal("stepCount?start=A&end=B&unit=kg", "unitMismatch", "unit"),
        Refusal("stepCount?start=A&end=B&unit=stone!", "invalidUnit", "unit"),
        Refusal("sleepAnalysis?start=A&end=B&unit=s", "unitMismatch", "unit"),
        Refusal("sleepAnalysis/explanation?start=A&end=B&unit=min", "unitMismatch", "unit"),
        Refusal("stepCount/explanation?start=A&end=B&unit=km", "unitMismatch", "unit"),
        Refusal("stepCount?start=A&end=B&source=x", "unknownSource", "source"),
        Refusal("stepCount/explanation?start=A&end=B&source=x", "unknownSource", "source"),
        Refusal("stepCount?start=A&end=B&userEntered=yes", "invalidParameter", "userEntered"),
        Refusal(
            "stepCount/explanation?start=A&end=B&userEntered=1",
            "invalidParameter",
            "userEntered"
        ),
        Refusal("stepCount?start=A&end=B&strict=middle", "invalidParameter", "strict"),
        Refusal("stepCount?start=A&end=B&strict=start,", "invalidParameter", "strict"),
        Refusal("stepCount?start=A&end=B&strict=", "invalidParameter", "strict"),
        Refusal(
            "sleepAnalysis/explanation?start=A&end=B&strict=both",
            "invalidParameter",
            "strict"
        ),
        Refusal("sleepAnalysis?start=A&end=B&value=asleepDeeply", "invalidParameter", "value"),
        Refusal("sleepAnalysis?start=A&end=B&value=99", "invalidParameter", "value"),
        Refusal("sleepAnalysis?start=A&end=B&value=-1", "invalidParameter", "value"),
        Refusal("sleepAnalysis?start=A&end=B&value=3.0", "invalidParameter", "value"),
        Refusal("sleepAnalysis?start=A&end=B&value=", "invalidParameter", "value"),
        Refusal("sleepAnalysis/explanation?start=A&end=B&value=none", "invalidParameter", "value"),
        Refusal("stepCount?start=A&end=B&value=3", "invalidParameter", "value"),
        Refusal("stepCount?start=A&end=B&colour=red", "unknownParameter", "colour"),
        Refusal("stepCount?start=A&end=B&start=A", "invalidParameter", "start"),
        Refusal("stepCount?start=A&end=B&interval=P1D", "unknownParameter", "interval"),
        Refusal(
            "stepCount/explanation?start=A&end=B&interval=P1D",
            "unknownParameter",
            "interval"
        ),
    ]

    private static let calendars = [
        Refusal("stepCount?start=A&end=B&timeZone=CEST", "invalidParameter", "timeZone"),
        Refusal(
            "stepCount?start=A&end=B&timeZone=Europe/Paris%00",
            "invalidParameter",
            "timeZone"
        ),
        Refusal("stepCount?start=A&end=B&timeZone=../zone.tab", "invalidParameter", "timeZone"),
        Refusal(
            "stepCount/explanation?start=A&end=B&timeZone=Mars/Base",
            "invalidParameter",
            "timeZone"
        ),
        Refusal("stepCount/collection?start=A&end=B", "missingParameter", "interval"),
        Refusal("stepCount/collection?start=A&end=B&interval=", "invalidParameter", "interval"),
        Refusal("stepCount/collection?start=A&end=B&interval=P", "invalidParameter", "interval"),
        Refusal("stepCount/collection?start=A&end=B&interval=P0D", "invalidParameter", "interval"),
        Refusal("stepCount/collection?start=A&end=B&interval=PT0S", "invalidParameter", "interval"),
        Refusal(
            "stepCount/collection?start=A&end=B&interval=P0M0D",
            "invalidParameter",
            "interval"
        ),
        Refusal(
            "stepCount/collection?start=A&end=B&interval=PT0.5S",
            "invalidParameter",
            "interval"
        ),
        Refusal("stepCount/collection?start=A&end=B&interval=-P1D", "invalidParameter", "interval"),
        Refusal(
            "stepCount/collection?start=A&end=B&interval=P99999999999999999999D",
            "invalidParameter",
            "interval"
        ),
        Refusal(
            "stepCount/collection?start=A&end=B&interval=P1D&anchorDate=x",
            "invalidParameter",
            "anchorDate"
        ),
        Refusal(
            "stepCount/collection?start=A&end=2026-11-30T03:46:41Z&interval=PT1S",
            "tooManyBuckets",
            "interval"
        ),
        Refusal(
            "sleepAnalysis/collection?start=0001-01-01T00:00:00Z&end=B&interval=PT1S",
            "tooManyBuckets",
            "interval"
        ),
    ]

    @Test(
        "A question that makes no sense is refused, with the parameter at fault",
        arguments: types + ranges + options + filters + calendars
    )
    func refusal(_ refusal: Refusal) async throws {
        try await withService { api in
            let person = try await api.person()
            let times = refusal.target.replacing("=A", with: "=2026-11-29T00:00:00Z")
                .replacing("=B", with: "=2026-11-30T00:00:00Z")
            let answer = try await person.app.get("/v1/users/me/statistics/\(times)")
            #expect(answer.summary == "400 \(refusal.code)")
            #expect(answer["field"].string == refusal.field)
        }
    }

    @Test("A hundred thousand buckets are answered")
    func manyBuckets() async throws {
        try await withService { api in
            let person = try await api.person()
            let query = [
                ("start", "2026-11-29T00:00:00Z"), ("end", "2026-11-30T03:46:40Z"),
                ("interval", "PT1S"),
            ]
            let path = "/v1/users/me/statistics/stepCount/collection"
            let answer = try await person.app.send("GET", path, query: query)
            #expect(answer["buckets"].elements.count == 100_000)
        }
    }
}
