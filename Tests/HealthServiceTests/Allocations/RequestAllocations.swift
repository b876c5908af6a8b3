import CAllocationCount
import HTTPClient
import Postgres
import TestSupport

/// Counts the blocks that a server asks for while one client sends requests, one after the other.
///
/// What the client's own thread asks for is left out; all other threads are the server's: HTTP, the
/// tasks, the connections to the database and the log.
struct RequestAllocations: Sendable {
    /// Blocks of a request, on average.
    struct Found: Sendable {
        var alive = 0.0
        var push = 0.0
        var smallPush = 0.0
        var yearOfDays = 0.0
        var samplesPage = 0.0

        /// What each further sample of a push takes.
        var perSample: Double { (push - smallPush) / Double(samples - fewSamples) }

        /// Whether these can be the figures of a server that does something.
        var isPlausible: Bool { alive >= 1 && push > smallPush && smallPush > alive }

        /// The table.
        var lines: [String] {
            [
                "GET /livez: \(alive) blocks",
                "push of \(samples) new samples: \(push) blocks",
                "push of \(fewSamples) new samples: \(smallPush) blocks",
                "each further sample: \(perSample) blocks",
                "daily totals of a year: \(yearOfDays) blocks",
                "page of 1000 samples: \(samplesPage) blocks",
            ]
        }
    }

    private let url: String
    private let token: String?

    init(_ api: TestAPI, _ person: Person) {
        url = api.url
        token = person.app.token
    }

    /// Sends everything from a thread of its own and counts.
    func measure() async throws -> Found {
        try await withCheckedThrowingContinuation { continuation in
            _ = DedicatedThread("client") {
                continuation.resume(with: Result { try measureOnThread() })
            }
        }
    }

    private func measureOnThread() throws -> Found {
        let client = try HTTPClient(baseURL: url, token: token)
        var found = Found()
        // Before anything is stored, so that nothing goes on behind the scenes.
        found.alive = try blocks(of: [get("/livez")], client)
        found.push = try blocks(of: pushes(samples, from: 0), client)
        found.smallPush = try blocks(of: pushes(fewSamples, from: 1_000_000), client)
        let year =
            "/v1/users/me/statistics/stepCount/collection?interval=P1D"
            + "&start=2025-01-01T00:00:00Z&end=2026-01-01T00:00:00Z&timeZone=UTC"
        found.yearOfDays = try blocks(of: [get(year)], client)
        let page = "/v1/users/me/samples?type=stepCount&limit=1000"
        found.samplesPage = try blocks(of: [get(page)], client)
        return found
    }

    /// Sends requests in turns and gives the blocks of each; the first few are not counted, as they
    /// connect, prepare statements and settle totals.
    private func blocks(of requests: [ClientRequest], _ client: HTTPClient) throws -> Double {
        func send(_ number: Int) throws {
            let response = try client.send(requests[number % requests.count])
            guard response.status == 200 else {
                throw UnexpectedStatus(status: response.status)
            }
        }
        for number in 0..<warmUps { try send(number) }
        let before = blocksOfOthers()
        for number in warmUps..<rounds { try send(number) }
        let blocks = blocksOfOthers() - before
        return (Double(blocks) / Double(rounds - warmUps) * 10).rounded() / 10
    }

    private func blocksOfOthers() -> UInt64 { allocation_count_of_process() - allocation_count() }
}

/// The server answered something else.
private struct UnexpectedStatus: Error {
    let status: Int
}

private let samples = 1000
private let fewSamples = 100
private let warmUps = 5
private let rounds = 25

private func get(_ path: String) -> ClientRequest { ClientRequest(method: "GET", path: path) }

/// As many pushes as are sent, each of new samples.
private func pushes(_ count: Int, from first: Int) -> [ClientRequest] {
    (0..<rounds).map { number in
        let begin = first + number * count
        let list = (begin..<begin + count).map(sample).joined(separator: ",")
        return ClientRequest(
            method: "POST",
            path: "/v1/users/me/samples",
            headers: [(name: "Content-Type", value: "application/json")],
            body: Array("{\"samples\":[\(list)]}".utf8)
        )
    }
}

/// A sample as a watch sends it, on one of the days of 2025 in turns.
private func sample(_ number: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "2025-\(two(1 + number % 12))-\(two(1 + number / 12 % 28))"
    let second = number / 336 % 86_400
    let time = "\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    let digits = String(number, radix: 16)
    let uuid =
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return #"{"uuid":"\#(uuid)","type":"stepCount","start":"\#(time)","end":"\#(time)","#
        + #""value":\#(number % 100),"unit":"count","created":"\#(time)","#
        + #""source":{"bundleIdentifier":"com.example.watch","name":"Watch","version":"10.2","#
        + #""productType":"Watch6,7"},"device":{"name":"Watch","manufacturer":"Example","#
        + #""model":"Watch","hardwareVersion":"Watch6,7"}}"#
}
