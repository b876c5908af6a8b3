import HealthModel
import HealthStore

/// A client that pulls changes and keeps what it was told, as the API asks of it.
struct FeedReader: Sendable {
    let store: HealthStore
    let user: UserID
    let scope: ChangeScope
    /// Where it stands.
    var place: ChangePlace?
    /// The samples it holds, by identifier, with their values.
    var held: [SampleID: Double] = [:]
    /// How often it was told something that it knew, or that went backwards.
    var contradictions: [String] = []

    /// A reader of some types as a caller with some access.
    init(
        _ fixture: StoreFixture,
        _ user: UserID,
        types: [Int16] = Catalogue.sampleTypes.map(\.id),
        access: ReadAccess = .everything
    ) {
        store = fixture.store
        self.user = user
        scope = ChangeScope(types, access: access)
    }

    /// Pulls one page; answers whether there was more.
    @discardableResult
    mutating func pull(limit: Int = 1000, limitInBytes: Int = .max) async throws -> ChangePage {
        let page = try await store.changes(
            ChangeQuery(
                user: user,
                scope: scope,
                after: place,
                limit: limit,
                limitInBytes: limitInBytes
            )
        )
        if let place, page.place.position < place.position { contradictions.append("backwards") }
        place = page.place
        for case .deleted(let id, _) in page.changes { held[id] = nil }
        for case .added(let sample) in page.changes {
            let former = held.updateValue(sample.value, forKey: sample.id)
            if former != nil { contradictions.append("\(sample.id) twice") }
        }
        return page
    }

    /// Pulls until nothing is left.
    mutating func pullAll(limit: Int = 1000) async throws {
        while try await pull(limit: limit).isCut {}
    }
}
