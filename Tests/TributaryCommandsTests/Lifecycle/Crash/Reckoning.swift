import Foundation
import TestSupport
import Testing

/// Checks what a server holds against what was pushed to it.
struct Reckoning {
    let caller: Caller
    let ledger: Ledger

    /// Checks everything: what is stored, its totals, and that a second push adds nothing twice.
    func check() async throws {
        #expect(ledger.surprises == [])
        let stored = try await stored()
        try await checkTotals(of: stored)
        try await pushAgain()
        let all = ledger.pushed.flatMap(\.samples)
        let storedAfterwards = try await self.stored()
        #expect(storedAfterwards.count == all.count)
        try await checkTotals(of: all)
    }

    /// The stored samples, once it is certain that each is one that was pushed, as it was pushed,
    /// that nothing acknowledged is missing, and that every batch is there whole or not at all.
    private func stored() async throws -> [Steps] {
        let pages = try await allSamples()
        let found = Set(pages.map(\.uuid))
        #expect(found.count == pages.count, "a sample is there more than once")
        let pushed = Dictionary(
            uniqueKeysWithValues: ledger.pushed.flatMap(\.samples).map { ($0.uuid, $0) }
        )
        let wrong = pages.filter { page in
            pushed[page.uuid].map {
                page.start != Steps.time($0.start) || page.value != Double($0.count)
            }
                ?? true
        }
        #expect(wrong == [], "samples that nobody pushed so")
        for batch in ledger.pushed {
            let there = batch.samples.count { found.contains($0.uuid) }
            let isAcknowledged = ledger.acknowledged.contains(batch.number)
            let isRight = there == batch.samples.count || (there == 0 && !isAcknowledged)
            #expect(isRight, "batch \(batch.number), acknowledged: \(isAcknowledged), has \(there)")
        }
        return pushed.values.filter { found.contains($0.uuid) }
    }

    private func allSamples() async throws -> [Page.Sample] {
        var samples: [Page.Sample] = []
        var cursor = ""
        repeat {
            let page: Page = try await caller.read(
                "GET",
                "/v1/users/me/samples?type=stepCount&limit=997" + cursor
            )
            samples += page.samples
            cursor = page.cursor.map { "&cursor=\($0)" } ?? ""
        } while cursor != ""
        return samples
    }

    private func checkTotals(of samples: [Steps]) async throws {
        let expected = dayTotals(of: samples)
        let answer: Collection = try await caller.read("GET", collectionPath(days: expected.count))
        let totals = answer.buckets.map { $0.sum ?? 0 }
        try #require(totals.count == expected.count)
        for (total, expected) in zip(totals, expected) {
            #expect(abs(total - expected) <= 1e-9 * max(1, expected))
        }
    }

    /// Pushes every batch again: what is there is a duplicate, and nothing is refused.
    ///
    /// Without their names: under these they would be answered as they were before.
    private func pushAgain() async throws {
        for batch in ledger.pushed {
            let answer: PushAnswer = try await caller.read(
                "POST",
                "/v1/users/me/samples",
                batch.unnamedJSON
            )
            let count = batch.samples.count
            #expect(answer.stored + answer.duplicate == count)
            #expect([0, count].contains(answer.stored))
            if ledger.acknowledged.contains(batch.number) { #expect(answer.stored == 0) }
            ledger.acknowledge(batch)
        }
    }
}

private struct Page: Decodable {
    struct Sample: Decodable, Equatable {
        let uuid: String
        let start: String
        let value: Double
    }

    let samples: [Sample]
    let cursor: String?
}

private struct Collection: Decodable {
    struct Bucket: Decodable { let sum: Double? }

    let buckets: [Bucket]
}
