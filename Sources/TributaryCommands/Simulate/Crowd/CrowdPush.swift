import HealthModel
import HealthSimulator

/// Sends everything of a crowd, some people at a time.
struct CrowdPush: Sendable {
    /// Who, when and how fast.
    let options: CrowdOptions
    /// The operator's client.
    let admin: APIClient
    /// Where is counted what is sent.
    let progress: CrowdProgress
    /// What becomes of the truth about each person; nil where nobody wants it.
    let truth: TruthWriter?

    /// The days of a person on which something is sent.
    static func steps(_ options: CrowdOptions) -> Int { life(0, options).steps.count }

    /// Sends it all; what is under way is given up when something fails.
    func run() async throws {
        var clients: [Gadget.App: String] = [:]
        for app in Gadget.App.allCases {
            clients[app] = try await admin.findOrCreateClient(
                bundleIdentifier: app.bundleIdentifier,
                name: app.name
            )
        }
        let pacer = Pacer(perSecond: options.rate)
        let known = clients
        try await forEachOf(options.users, atOnce: options.connections) { index in
            try await send(index, clients: known, pacer)
        }
    }

    private func send(
        _ index: Int,
        clients: [Gadget.App: String],
        _ pacer: Pacer
    ) async throws {
        let life = Self.life(index, options)
        let push = PersonPush(
            life: life,
            batchSize: options.batchSize,
            admin: admin,
            clients: clients,
            pacer: pacer,
            progress: progress
        )
        let user = try await push.run()
        try truth?.write(life, seed: options.seed, user: user)
    }

    private static func life(_ index: Int, _ options: CrowdOptions) -> SimulatedLife {
        SimulatedLife(
            person: SimulatedPerson(seed: options.seed, index: index),
            days: options.days
        )
    }
}

/// Does something for each number from 0 on, at most so many at once, in their order.
///
/// - Throws: The first failure, after which no further ones begin.
func forEachOf(
    _ count: Int,
    atOnce limit: Int,
    _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<count {
            if index >= limit { _ = try await group.next() }
            group.addTask { try await body(index) }
        }
        try await group.waitForAll()
    }
}
