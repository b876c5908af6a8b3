import HTTPClient

/// A read that is measured.
///
/// What is asked for lies in May 2024, or 2024, in a zone whose days are not UTC's; of histories
/// that hold it the answers are the same, but for the most recent value.
enum ReadOperation: CaseIterable, Sendable {
    /// Daily totals of 2024.
    case yearOfDays
    /// Daily totals of May.
    case monthOfDays
    /// Hourly totals of May.
    case monthOfHours
    /// The total of one afternoon, whose edges cut samples.
    case singleRange
    /// The last heart rate there is.
    case mostRecent
    /// The first thousand changes.
    case changesPage
    /// A thousand samples from the first of May on.
    case samplesPage
    /// The segments of the tenth of May.
    case explanation

    /// What the report calls it.
    var name: String {
        switch self {
        case .yearOfDays: "daily totals of a year"
        case .monthOfDays: "daily totals of a month"
        case .monthOfHours: "hourly totals of a month"
        case .singleRange: "total of an afternoon"
        case .mostRecent: "most recent value"
        case .changesPage: "page of 1000 changes"
        case .samplesPage: "page of 1000 samples"
        case .explanation: "explanation of a day"
        }
    }

    /// The request about a user.
    func request(user: String) -> ClientRequest {
        ClientRequest(method: "GET", path: "/v1/users/\(user)" + path, timeout: .seconds(60))
    }

    private var path: String {
        let steps = "/statistics/stepCount"
        let month = "?start=2024-05-01T00:00:00%2B02:00&end=2024-06-01T00:00:00%2B02:00"
        switch self {
        case .yearOfDays:
            return steps + "/collection?start=2024-01-01T00:00:00%2B01:00"
                + "&end=2025-01-01T00:00:00%2B01:00&interval=P1D&timeZone=Europe/Paris"
        case .monthOfDays:
            return steps + "/collection\(month)&interval=P1D&timeZone=Europe/Paris"
        case .monthOfHours:
            return steps + "/collection\(month)&interval=PT1H&timeZone=Europe/Paris"
        case .singleRange:
            return steps + "?start=2024-05-10T12:07:00%2B02:00&end=2024-05-10T18:11:00%2B02:00"
        case .mostRecent:
            return "/statistics/heartRate?options=mostRecent"
                + "&start=2015-01-01T00:00:00Z&end=2026-01-01T00:00:00Z"
        case .changesPage:
            return "/changes?limit=1000"
        case .samplesPage:
            return "/samples?type=stepCount&start=2024-05-01T00:00:00%2B02:00&limit=1000"
        case .explanation:
            return steps + "/explanation?start=2024-05-10T00:00:00%2B02:00"
                + "&end=2024-05-11T00:00:00%2B02:00"
        }
    }
}
