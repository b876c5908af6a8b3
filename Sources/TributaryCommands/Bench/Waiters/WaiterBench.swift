import Foundation
import HTTPClient
import JSON
import Postgres

/// What idle waiters cost a server: memory, threads and connections to the database.
///
/// Half of them are streams of changes, half long polls, of many users. Then one sample is pushed
/// for one user, and it is looked who was woken.
struct WaiterBench: Sendable {
    let server: RunningServer
    /// The streams, and as many long polls.
    let count: Int

    private static let waitersPerUser = 20

    private var calls: BenchCalls { BenchCalls(server) }

    /// Measures, on a thread of its own: the server needs all of Swift's.
    func run() async throws -> WaiterReport {
        try await onThread { try measure() }
    }

    private func measure() throws -> WaiterReport {
        let users = try calls.createUsers(max(1, 2 * count / Self.waitersPerUser))
        // One of each kind comes before the first look, so that what all share is not counted.
        var waiters = try open(0..<1, users)
        let before = try ProcessUsage(connectionString: server.connectionString)
        waiters += try open(1..<count, users)
        let after = try ProcessUsage(connectionString: server.connectionString)
        return WaiterReport(
            waiters: waiters.count,
            users: users.count,
            before: before,
            after: after,
            woken: try wake(users[0], waiters)
        )
    }

    /// Opens waiters of both kinds and lets them come to rest.
    private func open(_ numbers: Range<Int>, _ users: [String]) throws -> [Waiter] {
        let client = try calls.client()
        let waiters = try numbers.flatMap { number in
            let user = users[number % users.count]
            return [
                try Waiter(streamOf: user, of: server),
                try Waiter(pollOf: user, after: try anchor(of: user, client), of: server),
            ]
        }
        let deadline = ContinuousClock.now + .seconds(60)
        while server.waiters < 2 * numbers.upperBound {
            guard ContinuousClock.now < deadline else {
                throw CommandError("only \(server.waiters) of \(2 * numbers.upperBound) wait")
            }
            usleep(10_000)
        }
        return waiters
    }

    private func anchor(of user: String, _ client: HTTPClient) throws -> String {
        let path = "/v1/users/\(user)/changes"
        let response = try client.send(ClientRequest(method: "GET", path: path))
        let anchor = try JSONParser().parse(response.body) { $0["anchor"]?.string }
        guard response.status == 200, let anchor else {
            throw CommandError("changes were answered with status \(response.status)")
        }
        return anchor
    }

    /// Pushes a sample for a user and waits until all its waiters have it.
    private func wake(_ user: String, _ waiters: [Waiter]) throws -> WaiterReport.Woken {
        var workload = BenchWorkload(seed: 1)
        let push = HTTPIngest.Push(user: user, body: BenchBody.document(workload.batch(1)))
        _ = try HTTPIngest(calls: calls).run([[push]])
        let theirs = waiters.filter { $0.user == user }
        for waiter in theirs { try waiter.socket.read(until: #""added":[{"#) }
        // Streams may have been told in the meantime that they are alive, which is no page.
        let others = waiters.filter { waiter in
            waiter.user != user && waiter.socket.readWhatIsThere().contains(#""anchor""#)
        }
        return WaiterReport.Woken(theirs: theirs.count, others: others.count)
    }
}

/// Somebody who waits for a user's changes.
private struct Waiter {
    let user: String
    let socket: WaiterSocket

    /// Opens a stream, of which the first page has come.
    init(streamOf user: String, of server: RunningServer) throws {
        try self.init(user, "", "Accept: text/event-stream\r\n", server)
        // The end of the event and that of its chunk.
        try socket.read(until: "}\n\n\r\n")
    }

    /// Opens a long poll.
    init(pollOf user: String, after anchor: String, of server: RunningServer) throws {
        try self.init(user, "?wait=300&anchor=\(anchor)", "", server)
    }

    private init(
        _ user: String,
        _ query: String,
        _ field: String,
        _ server: RunningServer
    ) throws {
        self.user = user
        socket = try WaiterSocket(port: UInt16(server.url.split(separator: ":").last ?? "") ?? 0)
        try socket.send(
            "GET /v1/users/\(user)/changes\(query) HTTP/1.1\r\nHost: localhost\r\n\(field)"
                + "Authorization: Bearer \(server.adminToken)\r\n\r\n"
        )
    }
}
