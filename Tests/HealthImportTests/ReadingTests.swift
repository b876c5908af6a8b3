import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// How a reading runs: its order, its progress, its end.
@Suite(.offPool)
struct ReadingTests {
    private struct Refusal: Error, Equatable {
        let number: Int
    }

    @Test("An error of the caller stops the reading and comes back as it is")
    func callerError() throws {
        let reader = try AppleHealthReader(
            path: Fixture.path("ios11-iphone-14days.xml"),
            limits: ReaderLimits(chunkBytes: 1000)
        )
        var calls = 0
        #expect(throws: Refusal(number: 7)) {
            _ = try reader.read(
                sample: { _ in
                    calls += 1
                    if calls == 7 { throw Refusal(number: 7) }
                },
                progress: { _ in }
            )
        }
        #expect(calls == 7)
    }

    @Test("Progress only grows and ends at the whole")
    func progress() throws {
        let path = Fixture.path("ios11-iphone-14days.xml")
        let reader = try AppleHealthReader(path: path, limits: ReaderLimits(chunkBytes: 5000))
        var states: [ImportProgress] = []
        _ = try reader.read(sample: { _ in }, progress: { states.append($0) })
        #expect(states.count > 20)
        for (before, after) in zip(states, states.dropFirst()) {
            #expect(before.bytesRead <= after.bytesRead)
            #expect(before.records <= after.records)
        }
        #expect(Set(states.map(\.totalBytes)) == [137_030])
        #expect(
            states.last == ImportProgress(bytesRead: 137_030, totalBytes: 137_030, records: 355)
        )
    }

    @Test("A reader reads the same twice")
    func twice() throws {
        let reader = try AppleHealthReader(path: Fixture.path("ios9-sample.xml"))
        var first: [SampleDraft] = []
        var second: [SampleDraft] = []
        let reports = [
            try reader.read(sample: { first.append($0) }, progress: { _ in }),
            try reader.read(sample: { second.append($0) }, progress: { _ in }),
        ]
        #expect(!first.isEmpty)
        #expect(first == second)
        #expect(reports[0] == reports[1])
    }
}
