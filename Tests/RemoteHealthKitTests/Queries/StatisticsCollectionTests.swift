import Foundation
import HealthModel
import TestSupport
import Testing

@testable import RemoteHealthKit

/// Three days in a zone, the middle one with a change of clocks, and how many hours each has.
struct ChangingDays: Sendable {
    let zone: String
    /// The midnights, as they are in UTC.
    let midnights: [String]
    let hours: [Double]

    /// From the rules of the IANA database.
    static let all = [
        ChangingDays(
            zone: "Europe/Paris",
            midnights: [
                "2025-03-28T23:00:00Z", "2025-03-29T23:00:00Z", "2025-03-30T22:00:00Z",
                "2025-03-31T22:00:00Z",
            ],
            hours: [24, 23, 24]
        ),
        ChangingDays(
            zone: "America/New_York",
            midnights: [
                "2025-11-01T04:00:00Z", "2025-11-02T04:00:00Z", "2025-11-03T05:00:00Z",
                "2025-11-04T05:00:00Z",
            ],
            hours: [24, 25, 24]
        ),
        ChangingDays(
            zone: "Australia/Lord_Howe",
            midnights: [
                "2025-04-04T13:00:00Z", "2025-04-05T13:00:00Z", "2025-04-06T13:30:00Z",
                "2025-04-07T13:30:00Z",
            ],
            hours: [24, 24.5, 24]
        ),
    ]
}

@Suite(.offPool, .timeLimit(.minutes(5))) struct StatisticsCollectionTests {
    /// Sixty steps in each hour, from a day before a date for a number of hours.
    private func walk(around date: Date, hours: Int) -> [SampleDraft] {
        (0..<hours).map { stepDraft(60, from: date + Double($0 - 24) * 3600, for: 3600) }
    }

    @Test(arguments: ChangingDays.all)
    func `Days are those of the zone, also when clocks change`(days: ChangingDays) async throws {
        try await withRemoteStore { fixture in
            let midnights = days.midnights.map { date($0) }
            try await fixture.push(walk(around: midnights[0], hours: 24 * 6))
            var interval = DateComponents(day: 1)
            interval.timeZone = TimeZone(identifier: days.zone)
            let collection = try await fixture.store.collection(
                steps,
                HKQuery.predicateForSamples(
                    withStart: midnights[0],
                    end: midnights[3],
                    options: .strictStartDate
                ),
                .cumulativeSum,
                anchor: midnights[1],
                every: interval
            )
            let found = collection.statistics()
            #expect(found.map(\.startDate) == Array(midnights.dropLast()))
            #expect(found.map(\.endDate) == Array(midnights.dropFirst()))
            let sums = found.compactMap { $0.sumQuantity()?.count }
            let strict = zip(sums, days.hours).map { ($0 - $1 * 60).magnitude }
            // A sample that starts in the last hour of a strict range counts whole.
            #expect(strict.allSatisfy { $0 <= 30 })
            let cut = try await fixture.store.collection(
                steps,
                HKQuery.predicateForSamples(withStart: midnights[0], end: midnights[3]),
                .cumulativeSum,
                anchor: midnights[1],
                every: interval
            )
            let exact = cut.statistics().compactMap { $0.sumQuantity()?.count }
            #expect(exact == days.hours.map { $0 * 60 })
        }
    }

    @Test func `The zone of the calendar counts where components have none`() async throws {
        var interval = DateComponents(day: 1)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Kolkata"))
        interval.calendar = calendar
        #expect(try CollectionInterval(interval).zone.identifier == "Asia/Kolkata")
        interval.timeZone = TimeZone(identifier: "America/New_York")
        #expect(try CollectionInterval(interval).zone.identifier == "America/New_York")
        interval.timeZone = TimeZone(secondsFromGMT: 7200)
        #expect(try CollectionInterval(interval).zone.identifier == "Etc/GMT-2")
        interval.timeZone = TimeZone(secondsFromGMT: 5400)
        #expect(throws: HKError.self) { try CollectionInterval(interval) }
    }

    @Test func `Components become the intervals they describe`() throws {
        let spelled: [(DateComponents, String)] = [
            (DateComponents(day: 1), "P1D"), (DateComponents(weekOfYear: 1), "P1W"),
            (DateComponents(month: 1), "P1M"), (DateComponents(year: 1), "P1Y"),
            (DateComponents(hour: 6), "PT6H"), (DateComponents(minute: 15), "PT15M"),
            (DateComponents(day: 1, hour: 12), "P1DT12H"), (DateComponents(second: 30), "PT30S"),
        ]
        for (components, text) in spelled {
            #expect(try CollectionInterval(components).text == text)
        }
        for wrong in [DateComponents(), DateComponents(day: -1), DateComponents(weekday: 2)] {
            #expect(throws: HKError.self) { try CollectionInterval(wrong) }
        }
    }

    @Test func `Intervals without data are enumerated and not listed`() async throws {
        try await withRemoteStore { fixture in
            let noon = date("2025-06-10T12:00:00Z")
            let later = noon + 2 * 86_400
            try await fixture.push([stepDraft(5, from: noon), stepDraft(7, from: later)])
            var interval = DateComponents(day: 1)
            interval.timeZone = TimeZone(identifier: "UTC")
            let collection = try await fixture.store.collection(
                steps,
                nil,
                .cumulativeSum,
                anchor: date("2020-01-01T00:00:00Z"),
                every: interval
            )
            #expect(collection.statistics().compactMap { $0.sumQuantity()?.count } == [5, 7])
            #expect(collection.statistics().first?.startDate == date("2025-06-10T00:00:00Z"))
            #expect(collection.statistics().first?.endDate == date("2025-06-11T00:00:00Z"))
            #expect(collection.statistics().last?.endDate == date("2025-06-13T00:00:00Z"))
            var sums: [Double?] = []
            collection.enumerateStatistics(from: noon, to: noon + 2 * 86_400) { statistics, _ in
                sums.append(statistics.sumQuantity()?.count)
            }
            #expect(sums == [5, nil, 7])
        }
    }

    @Test func `A range from the distant past is as long as there is data`() async throws {
        try await withRemoteStore { fixture in
            let noon = date("2025-06-10T12:00:00Z")
            // The earlier one ends last.
            try await fixture.push([
                stepDraft(240, from: noon - 600, for: 14_400), stepDraft(7, from: noon),
            ])
            let collection = try await fixture.store.collection(
                steps,
                HKQuery.predicateForSamples(withStart: .distantPast, end: .distantFuture),
                .cumulativeSum,
                anchor: noon,
                every: DateComponents(minute: 1)
            )
            let sum = collection.statistics().compactMap { $0.sumQuantity()?.count }.reduce(0, +)
            #expect(collection.statistics().count == 240)
            #expect(collection.statistics().last?.endDate == noon - 600 + 14_400)
            #expect(sum > 200)
        }
    }

    @Test func `Updates tell the interval that changed`() async throws {
        try await withRemoteStore { fixture in
            let noon = date("2025-06-10T12:00:00Z")
            try await fixture.push([stepDraft(5, from: noon)])
            var interval = DateComponents(day: 1)
            interval.timeZone = TimeZone(identifier: "UTC")
            let query = HKStatisticsCollectionQuery(
                quantityType: steps,
                quantitySamplePredicate: nil,
                options: .cumulativeSum,
                anchorDate: date("2025-01-01T00:00:00Z"),
                intervalComponents: interval
            )
            let (told, teller) = AsyncStream.makeStream(of: [Double?].self)
            query.initialResultsHandler = { _, collection, _ in
                teller.yield([collection?.statistics().first?.sumQuantity()?.count])
            }
            query.statisticsUpdateHandler = { _, statistics, collection, _ in
                teller.yield([
                    statistics?.sumQuantity()?.count, Double(collection?.statistics().count ?? -1),
                ])
            }
            let store = fixture.store
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == [5])
            try await fixture.push([stepDraft(4, from: noon + 3600)])
            #expect(await news.next() == [9, 1])
            try await fixture.push([stepDraft(1, from: noon + 86_400)])
            #expect(await news.next() == [1, 2])
            store.stop(query)
        }
    }

    @Test func `A collection that finds no server tells so, and follows when it is back`()
        async throws
    {
        try await withRemoteStore { fixture in
            let noon = date("2025-06-10T12:00:00Z")
            try await fixture.push([stepDraft(5, from: noon)])
            let query = HKStatisticsCollectionQuery(
                quantityType: steps,
                quantitySamplePredicate: nil,
                options: .cumulativeSum,
                anchorDate: noon,
                intervalComponents: DateComponents(hour: 1)
            )
            let (told, teller) = AsyncStream.makeStream(of: String.self)
            query.initialResultsHandler = { _, collection, error in
                let isAway = (error as? HKError)?.code == .errorDatabaseInaccessible
                teller.yield(isAway && collection == nil ? "away" : "there")
            }
            query.statisticsUpdateHandler = { _, statistics, _, _ in
                teller.yield("\(statistics?.sumQuantity()?.count ?? -1)")
            }
            await fixture.server.stop()
            let store = fixture.store
            store.execute(query)
            var news = told.makeAsyncIterator()
            #expect(await news.next() == "away")
            try await fixture.server.start()
            #expect(await news.next() == "5.0")
            store.stop(query)
        }
    }
}
