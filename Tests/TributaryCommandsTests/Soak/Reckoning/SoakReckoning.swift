import Foundation

/// Compares a server, when everything is over, with what writers and readers were told.
struct SoakReckoning {
    let run: SoakRun
    let cast: SoakCast
    let url: String
    /// What the writers know, in the order of their numbers.
    let ledgers: [WriterLedger]
    /// What the readers hold, in the order of `SoakReader.roles`.
    let views: [ReaderView]

    /// Compares everything.
    func check() async throws {
        let admin = try Caller(url, token: cast.adminToken)
        var stores: [[String: SoakFacts]] = []
        for (number, user) in cast.users.enumerated() {
            let store = try await samples(as: admin, of: user.id)
            compare(store, with: expected(of: number), "user \(number)")
            stores.append(store)
            try await SoakTotals(
                run: run,
                admin: admin,
                user: user.id,
                samples: expected(of: number),
                orders: orders(of: number)
            ).check()
        }
        for (role, view) in zip(SoakReader.roles, views) {
            let isBlind = role.client == .blind
            let caller = try Caller(url, token: cast.token(role.client, of: role.user))
            let own = try await samples(as: caller, of: "me", types: role.types)
            if isBlind {
                let expected = expected(of: role.user, client: .blind)
                compare(own, with: expected, "\(role.name)'s list")
            } else {
                let types = Set(role.types.isEmpty ? SoakType.allCases : role.types)
                let readable = stores[role.user].filter { types.contains($0.value.type) }
                compare(own, with: readable, "\(role.name)'s list")
            }
            compare(view.held, with: own, "\(role.name)'s view")
        }
    }

    /// What must be stored of a user, by key, saved by one client or by all.
    private func expected(of user: Int, client: SoakCast.Client? = nil) -> [Int64: SoakSample] {
        var expected: [Int64: SoakSample] = [:]
        var shared: [String: SoakSample] = [:]
        for (number, ledger) in ledgers.enumerated() {
            let role = WriterRole(number: number)
            guard role.user == user, client.map({ $0 == role.client }) ?? true else { continue }
            expected.merge(ledger.live) { one, _ in one }
            shared.merge(ledger.shared) { one, other in
                one.sync?.number ?? 0 > other.sync?.number ?? 0 ? one : other
            }
        }
        for sample in shared.values { expected[sample.key] = sample }
        return expected
    }

    private func orders(of user: Int) -> [SoakType: [(order: SoakOrder, isCertain: Bool)]] {
        ledgers.enumerated().filter { WriterRole(number: $0.offset).user == user }
            .reduce(into: [:]) { orders, ledger in
                orders.merge(ledger.element.orders) { one, _ in one }
            }
    }

    private func compare(
        _ store: [String: SoakFacts],
        with expected: [Int64: SoakSample],
        _ what: String
    ) {
        var left = expected
        for (uuid, facts) in store {
            guard let sample = left.removeValue(forKey: facts.created) else {
                let isKnown = expected[facts.created] != nil
                run.differ("\(what): \(uuid) is there \(isKnown ? "twice" : "and should not be")")
                continue
            }
            if sample.facts != facts || sample.uuid.map({ $0 != uuid }) ?? false {
                run.differ("\(what): \(uuid) is \(facts), not \(sample.facts)")
            }
        }
        for sample in left.values { run.differ("\(what): \(sample.json) is missing") }
    }

    private func compare(
        _ view: [String: SoakFacts],
        with store: [String: SoakFacts],
        _ what: String
    ) {
        for (uuid, facts) in view where store[uuid] != facts {
            run.differ("\(what): \(uuid) is held as \(facts), stored is \(store[uuid] as Any)")
        }
        for uuid in store.keys where view[uuid] == nil { run.differ("\(what): lacks \(uuid)") }
    }

    /// Every sample that a caller is shown, by identifier.
    private func samples(
        as caller: Caller,
        of user: String,
        types: [SoakType] = []
    ) async throws -> [String: SoakFacts] {
        var found: [String: SoakFacts] = [:]
        for type in types.isEmpty ? SoakType.allCases : types {
            let path = "/v1/users/\(user)/samples?type=\(type.rawValue)&limit=5000"
            var cursor = ""
            repeat {
                let page: SamplesPage = try await caller.read("GET", path + cursor)
                for sample in page.samples
                where found.updateValue(sample.facts, forKey: sample.uuid) != nil {
                    run.differ("\(sample.uuid) is listed twice")
                }
                cursor = page.cursor.map { "&cursor=\($0)" } ?? ""
            } while cursor != ""
        }
        return found
    }
}

private struct SamplesPage: Decodable {
    let samples: [WireSample]
    let cursor: String?
}
