import HealthModel
import HealthSimulator

/// Sends everything of one person of a crowd: makes the user, and syncs for each of their apps.
struct PersonPush: Sendable {
    /// The person's days.
    let life: SimulatedLife
    /// The most samples in a batch.
    let batchSize: Int
    /// The operator's client.
    let admin: APIClient
    /// The clients' ids, by app.
    let clients: [Gadget.App: String]
    /// What makes everybody keep to the rate.
    let pacer: Pacer
    /// Where is counted what is sent.
    let progress: CrowdProgress

    /// Sends it all and gives the user's id.
    func run() async throws -> String {
        let person = life.person
        let user = try await admin.createUser(name: person.name, timeZone: person.home.identifier)
        let apps = try await connect(user)
        // Preferences come when half is there, as people have them: the rest follows the order.
        let middle = life.days.lowerBound + life.days.count / 2
        for step in life.steps {
            try Task.checkCancellation()
            for action in life.actions(on: step, size: batchSize) {
                guard let app = apps[action.app] else { continue }
                try await perform(action, as: app)
            }
            if step == middle { try await decide(user) }
            progress.count { $0.steps += 1 }
        }
        // Once more, now that every source is known.
        try await decide(user)
        progress.count { $0.users += 1 }
        return user
    }

    /// Grants each app what it may save, and gives it a token and a connection.
    private func connect(_ user: String) async throws -> [Gadget.App: APIClient] {
        var apps: [Gadget.App: APIClient] = [:]
        for app in life.person.apps {
            guard let client = clients[app] else { continue }
            try await admin.putGrants(user: user, client: client, share: app.types, read: [])
            let token = try await admin.createToken(user: user, client: client)
            apps[app] = try APIClient(baseURL: admin.baseURL, token: token, connections: 1)
        }
        return apps
    }

    private func perform(_ action: SyncAction, as app: APIClient) async throws {
        for _ in 0..<action.sends {
            switch action.content {
            case .samples(let drafts):
                try await pacer.wait(for: drafts.count)
                let answer = try await app.push(drafts, user: "me", name: action.name)
                progress.count { $0.count(answer, expectedRefusals: action.expectedRefusals) }
            case .deletions(let uuids):
                let refused = try await app.delete(uuids, user: "me")
                progress.count { $0.countUndeleted(refused) }
            }
        }
    }

    /// Sets the orders of sources, as far as the server knows the sources by now.
    private func decide(_ user: String) async throws {
        let person = life.person
        guard !person.preferences.isEmpty else { return }
        let sources = try await admin.sources(user: user)
        func ids(_ gadgets: [Int]) -> [String] {
            gadgets.compactMap { gadget in
                sources.first { $0.name == person.gadgets[gadget].device.name }?.id
            }
        }
        for preference in person.preferences {
            try await admin.putSourceOrder(
                of: preference.type,
                order: ids(preference.order),
                disabled: ids(preference.disabled),
                user: user
            )
        }
    }
}
