import Foundation
import HTTPClient

/// What a writer takes back and puts in order.
extension SoakWriter {
    /// Deletes some of its samples by their identifiers, one again, and one that never was.
    mutating func deleteByIdentifier() -> Bool {
        let own = recent.filter { $0.uuid != nil && $0.sync?.isShared != true && ledger.knows($0) }
        let picked = own.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
        var uuids: [String] = []
        var known: [SoakSample?] = []
        for sample in picked {
            // A stable identifier may be live in another version than the one picked.
            guard let uuid = sample.uuid, !uuid.hasPrefix(SoakSample.stablePrefix) else { continue }
            uuids.append(uuid)
            known.append(sample)
        }
        uuids.append(maker.identifier())
        known.append(nil)
        let deletion = SoakDeletion.uuids(uuids)
        guard let answer = send(deletion)?.answer else { return false }
        let words = answer.words(count: uuids.count, usual: "deleted")
        for (sample, word) in zip(known, words) {
            let isLive = sample.map { ledger.live[$0.key] != nil } ?? false
            let allowed: Set<String> =
                sample == nil
                ? ["rejected sampleNotFound"] : isLive ? ["deleted", "duplicate"] : ["duplicate"]
            if !allowed.contains(word) {
                run.differ("\(role.name): \(sample?.json ?? "nothing") was \(word) by deletion")
            }
            guard let sample, isLive else { continue }
            take(back: [sample])
        }
        return true
    }

    /// Deletes the live version of samples that this writer alone writes.
    mutating func deleteBySyncIdentifier() -> Bool {
        let live = ledger.live.values.filter { $0.sync != nil }.sorted { $0.key < $1.key }
        guard let sample = live.randomElement(using: &random), let sync = sample.sync else {
            return true
        }
        let deletion = SoakDeletion.syncIdentifiers(sample.facts.type, [sync.identifier])
        guard let settled = send(deletion) else { return false }
        let word = settled.answer.words(count: 1, usual: "deleted")[0]
        if !["deleted", "rejected sampleNotFound"].contains(word) {
            run.differ("\(role.name): \(sync.identifier) was \(word) by deletion")
        }
        take(back: [sample])
        return true
    }

    /// Deletes what lies in a range in which this writer saves nothing more.
    mutating func deleteRange() -> Bool {
        guard let type = role.rangeTypes.randomElement(using: &random) else { return true }
        let minute: Int64 = 60_000_000
        let end = maker.cursor - Int64.random(in: 0...240, using: &random) * minute
        let range = end - Int64.random(in: 1...60, using: &random) * minute..<end
        let isStrict = Bool.random(using: &random)
        let found = ledger.live.values.filter { sample in
            let facts = sample.facts
            guard facts.type == type else { return false }
            if isStrict || facts.start == facts.end { return range.contains(facts.start) }
            return facts.start < range.upperBound && range.lowerBound < facts.end
        }
        guard let answer = send(.range(type, range, isStrict: isStrict))?.answer else {
            return false
        }
        if answer.deleted ?? 0 > found.count || answer.rejected > 0 || answer.more != false {
            run.differ("\(role.name): a range of \(found.count) samples of \(type) gave \(answer)")
        }
        take(back: found)
        return true
    }

    /// Puts the sources of a type in order.
    mutating func putOrder() -> Bool {
        guard let type = role.orderedTypes.randomElement(using: &random) else { return true }
        let user = cast.users[role.user].id
        let sources = ClientRequest(method: "GET", path: "/v1/users/\(user)/sources")
        guard let listed = admin.settle(sources) else { return false }
        guard let ids = try? SourceList.ids(in: listed.response.body), !ids.isEmpty else {
            return true
        }
        let shuffled = ids.keys.sorted { $0.rawValue < $1.rawValue }.shuffled(using: &random)
        let split = Int.random(in: 0...shuffled.count, using: &random)
        let hasDisabled = Int.random(in: 0..<4, using: &random) == 0
        let order = SoakOrder(
            order: Array(shuffled[..<split]),
            disabled: hasDisabled ? Array(shuffled[split...].prefix(1)) : []
        )
        func list(_ sources: [SoakSource]) -> String {
            sources.compactMap { ids[$0] }.map { "\"\($0)\"" }.joined(separator: ",")
        }
        let body = #"{"order":[\#(list(order.order))],"disabled":[\#(list(order.disabled))]}"#
        let request = ClientRequest(
            method: "PUT",
            path: "/v1/users/\(user)/sources/order/\(type.rawValue)",
            headers: [("Content-Type", "application/json")],
            body: Array(body.utf8)
        )
        guard let settled = admin.settle(request) else { return false }
        ledger.orders[type, default: []].append((order, !settled.isRetried))
        return true
    }

    private func send(_ deletion: SoakDeletion) -> (answer: SoakAnswer, isRetried: Bool)? {
        settle("POST", "/v1/users/me/deletions", Array(deletion.body.utf8))
    }

    private mutating func take(back samples: [SoakSample]) {
        run.count(\.deletions, samples.count)
        ledger.delete(samples)
    }
}

/// The sources of a user as the API lists them.
struct SourceList: Decodable {
    private struct Source: Decodable {
        let id: String
        let bundleIdentifier: SoakSource
    }

    private let sources: [Source]

    /// The identifier of each source.
    static func ids(in body: [UInt8]) throws -> [SoakSource: String] {
        let list = try JSONDecoder().decode(SourceList.self, from: Data(body))
        return Dictionary(list.sources.map { ($0.bundleIdentifier, $0.id) }) { one, _ in one }
    }
}
