#if !canImport(HealthKit)
import Foundation
import Testing

@testable import RemoteHealthKit

struct StatisticsTests {
    private static let day: TimeInterval = 86400
    private static let epoch = Date(timeIntervalSinceReferenceDate: 0)

    private func source(_ name: String, _ id: String) -> HKSource {
        HKSource(name: name, bundleIdentifier: "com.example." + name, id: id)
    }

    private func steps(_ value: Double) -> HKQuantity {
        HKQuantity(unit: .count(), doubleValue: value)
    }

    private func statistics(_ day: Double, _ sum: Double) -> HKStatistics {
        let start = Self.epoch + day * Self.day
        return HKStatistics(
            quantityType: HKQuantityType(.stepCount),
            startDate: start,
            endDate: start + Self.day,
            sources: [source("phone", "\(day)")],
            values: StatisticsValues(sum: steps(sum))
        )
    }

    /// Days 1, 2 and 5 have data; the server has counted days from 2001.
    private var collection: HKStatisticsCollection {
        HKStatisticsCollection(
            quantityType: HKQuantityType(.stepCount),
            statistics: [statistics(1, 10), statistics(2, 20), statistics(5, 50)]
        ) { date in
            let day = (date.timeIntervalSinceReferenceDate / Self.day).rounded(.down)
            return DateInterval(start: Self.epoch + day * Self.day, duration: Self.day)
        }
    }

    @Test func `The numbers of the options are HealthKit's`() {
        let options: [HKStatisticsOptions] = [
            .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum,
            .mostRecent, .duration,
        ]
        #expect(options.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64])
        #expect(HKStatisticsOptions.discreteMostRecent == .mostRecent)
        #expect(
            [HKStatisticsOptions.cumulativeSum, .separateBySource]
                == HKStatisticsOptions(rawValue: 17)
        )
    }

    @Test func `Statistics say what the server said, of all sources and of each`() {
        let (phone, watch) = (source("phone", "1"), source("watch", "2"))
        let heart = HKQuantityType(.heartRate)
        let unit = HKUnit(from: "count/min")
        let recent = DateInterval(start: Self.epoch, duration: 5)
        var values = StatisticsValues()
        values.average = HKQuantity(unit: unit, doubleValue: 70)
        values.minimum = HKQuantity(unit: unit, doubleValue: 50)
        values.maximum = HKQuantity(unit: unit, doubleValue: 90)
        values.mostRecent = HKQuantity(unit: unit, doubleValue: 66)
        values.mostRecentInterval = recent
        values.duration = HKQuantity(unit: .second(), doubleValue: 5)
        let statistics = HKStatistics(
            quantityType: heart,
            startDate: Self.epoch,
            endDate: Self.epoch + 60,
            sources: [phone, watch],
            values: values,
            bySource: [(phone, values)]
        )
        #expect(statistics.sumQuantity() == nil)
        #expect(statistics.averageQuantity()?.doubleValue(for: unit) == 70)
        #expect(statistics.minimumQuantity()?.doubleValue(for: unit) == 50)
        #expect(statistics.maximumQuantity()?.doubleValue(for: unit) == 90)
        #expect(statistics.mostRecentQuantity()?.doubleValue(for: unit) == 66)
        #expect(statistics.mostRecentQuantityDateInterval() == recent)
        #expect(statistics.duration()?.doubleValue(for: .second()) == 5)
        #expect(statistics.averageQuantity(for: phone)?.doubleValue(for: unit) == 70)
        #expect(statistics.averageQuantity(for: watch) == nil)
        #expect(statistics.sources == [phone, watch])
    }

    @Test func `What two of the server's sources say is joined where they are one here`() {
        let (old, new) = (source("phone", "1"), source("phone", "2"))
        var first = StatisticsValues(sum: steps(3))
        first.minimum = steps(1)
        first.maximum = steps(9)
        first.average = steps(5)
        first.mostRecent = steps(1)
        first.mostRecentInterval = DateInterval(start: Self.epoch, duration: 1)
        var second = StatisticsValues(sum: steps(4))
        second.minimum = steps(2)
        second.maximum = steps(7)
        second.average = steps(6)
        second.mostRecent = steps(2)
        second.mostRecentInterval = DateInterval(start: Self.epoch, duration: 2)
        let statistics = HKStatistics(
            quantityType: HKQuantityType(.stepCount),
            startDate: Self.epoch,
            endDate: Self.epoch + 60,
            sources: [old],
            values: first,
            bySource: [(old, first), (new, second)]
        )
        #expect(statistics.sumQuantity(for: old) == steps(7))
        #expect(statistics.minimumQuantity(for: new) == steps(1))
        #expect(statistics.maximumQuantity(for: new) == steps(9))
        #expect(statistics.mostRecentQuantity(for: new) == steps(2))
        #expect(statistics.averageQuantity(for: new) == nil)
    }

    @Test func `A collection finds the span that holds an instant, start included`() {
        let collection = collection
        let day1 = Self.epoch + Self.day
        #expect(collection.statistics(for: day1)?.sumQuantity() == steps(10))
        #expect(collection.statistics(for: day1 + Self.day)?.sumQuantity() == steps(20))
        #expect(collection.statistics(for: day1 + Self.day - 1)?.sumQuantity() == steps(10))
        #expect(collection.statistics(for: day1 - 1) == nil)
        #expect(collection.statistics(for: day1 + 2 * Self.day) == nil)
        #expect(collection.statistics(for: Self.epoch + 6 * Self.day) == nil)
        #expect(collection.statistics().count == 3)
        #expect(collection.sources().count == 1)
    }

    @Test func `An enumeration visits every span, those without data included`() {
        var seen: [Double?] = []
        collection.enumerateStatistics(
            from: Self.epoch + Self.day / 2,
            to: Self.epoch + 3.5 * Self.day
        ) { statistics, _ in
            seen.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        #expect(seen == [nil, 10, 20, nil])
    }

    @Test func `The block stops an enumeration`() {
        var count = 0
        collection.enumerateStatistics(
            from: .distantPast,
            to: .distantFuture
        ) { _, stop in
            count += 1
            if count == 3 { stop.pointee = true }
        }
        #expect(count == 3)
    }
}
#endif
