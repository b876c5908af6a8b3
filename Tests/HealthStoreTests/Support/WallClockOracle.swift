import Foundation
import HealthModel
import HealthStore

/// Where a sample lies on the clock on the wall, told from rule 10 alone.
struct WallClockOracle {
    private let userZone: TimeZone

    /// Takes the zone of samples that do not say where they were recorded.
    init(userZone: String) throws {
        guard let zone = TimeZone(identifier: userZone) else { throw UnknownZone() }
        self.userZone = zone
    }

    private struct UnknownZone: Error {}

    /// The sample at the times its wearer's clock showed, written as if in UTC.
    ///
    /// Each end moves by the offset in force there; where that would put the end first, both move
    /// by the start's and the length stays. What had no length gets none.
    func placed(_ sample: TestSample) -> TestSample {
        let start = sample.start + offset(sample.startOffset, at: sample.start)
        let end = sample.end + offset(sample.endOffset, at: sample.end)
        return sample.with { placed in
            placed.start = start
            let isLonger = sample.start < sample.end && start < end
            placed.end = isLonger ? end : start + sample.end - sample.start
        }
    }

    private func offset(_ minutes: Int16?, at instant: Int64) -> Int64 {
        if let minutes { return Int64(minutes) * TestTime.minute }
        let date = Date(timeIntervalSince1970: Double(instant / TestTime.second))
        return Int64(userZone.secondsFromGMT(for: date)) * TestTime.second
    }
}
