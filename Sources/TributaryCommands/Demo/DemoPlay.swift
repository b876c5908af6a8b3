import HealthModel

/// What happens in a demo once the server runs.
struct DemoPlay: Sendable {
    /// The simulated days.
    let week: SimulatedWeek
    /// The server.
    let server: RunningServer
    /// Where everything is printed.
    let console: Console

    /// Samples in a push: few, so that the devices come in turns.
    private static let batchSize = 200
    /// Days in which an overlap worth drawing is looked for.
    private static let searchedDays = 7

    /// Creates everybody, pushes everything and prints what comes out.
    func run() async throws {
        let admin = try APIClient(baseURL: server.url, token: server.adminToken, connections: 1)
        let cast = try await DemoCast.create(on: admin, timeZone: week.zone.identifier)
        let people = DemoIntroduction(week: week, cast: cast, url: server.url)
        for line in people.lines { console.line(line) }
        let counts = try await pushAll(cast)
        for line in people.lines(of: counts) { console.line(line) }
        let totals = try await DemoTotals(week: week, cast: cast)
        for line in totals.lines { console.line(line) }
        for line in try await DemoOccasions(week: week, cast: cast).lines { console.line(line) }
        for line in try await viewLines(cast, admin) { console.line(line) }
        try await explain(cast)
    }

    private func pushAll(_ cast: DemoCast) async throws -> [PushCounts] {
        let directory = try TemporaryDirectory(named: "outbox", in: server.directory.path)
        defer { directory.remove() }
        let destinations = week.devices.indices.map { device in
            cast.clients[DemoCast.app(ofDevice: device)].destination(user: "me")
        }
        return try await DeviceOutboxes(in: directory.path, to: destinations)
            .send(week.pushes(size: Self.batchSize))
    }

    /// What each app, and the operator, is told about the same range.
    private func viewLines(_ cast: DemoCast, _ admin: APIClient) async throws -> [String] {
        var table = TextTable([
            ("who asks", .left), ("steps", .right), ("kcal", .right), ("because", .left),
        ])
        for (app, client) in zip(DemoCast.apps, cast.clients) {
            let mayRead = !app.read.isEmpty
            let reason = mayRead ? "may read steps, not energy" : "may read nothing: own samples"
            table.append([app.name] + (try await sums(client, user: "me")) + [reason])
        }
        table.append(["operator"] + (try await sums(admin, user: cast.user)) + ["sees everything"])
        return ["", "What each of them is told about the whole time:", ""] + table.lines
    }

    private func sums(_ client: APIClient, user: String) async throws -> [String] {
        var texts: [String] = []
        for (type, unit) in [("stepCount", "count"), ("activeEnergyBurned", "kcal")] {
            let question = APIClient.Question(
                type: type,
                start: week.start,
                end: week.end,
                unit: unit
            )
            let sum = try await client.statistics(question, user: user).sum
            texts.append(sum == nil ? "no data" : NumberText.decimal(sum))
        }
        return texts
    }

    /// Draws half an hour in which sources overlap.
    private func explain(_ cast: DemoCast) async throws {
        let reader = cast.clients[DemoCast.reader]
        // An explanation is bounded in samples: months of days would be too many.
        let days = APIClient.Question(
            type: "stepCount",
            start: week.start,
            end: week.end(ofFirst: Self.searchedDays)
        )
        let answer = try await reader.explanation(days, user: "me")
        let stretch = OverlapSearch(try answer.read(ExplanationAnswer.init)).best
        guard let stretch else { return }
        let question = APIClient.Question(
            type: "stepCount",
            start: week.zoned(stretch.start),
            end: week.zoned(stretch.end)
        )
        let part = try await reader.explanation(question, user: "me")
            .read(ExplanationAnswer.init)
        console.line()
        console.line("Where the total comes from, for half an hour in which devices overlap:")
        console.line()
        for line in ExplanationReport(part, width: console.width).lines { console.line(line) }
    }
}
