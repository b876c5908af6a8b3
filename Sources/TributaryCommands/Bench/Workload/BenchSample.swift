import HealthModel

/// A sample of the benchmark, before it becomes a row or a piece of JSON.
struct BenchSample: Sendable {
    let uuid: UInt128
    let type: BenchType
    let start: Int64
    let end: Int64
    let value: Double
    /// Who recorded it.
    var device = BenchDevice.watch
    /// Under which name and version it is kept by who pushed it; nil without.
    var sync: Sync?

    /// What replaces and what is replaced.
    struct Sync: Sendable {
        /// The name, the same in all versions.
        let identifier: UInt128
        /// The version; a higher one replaces.
        let version: Int
    }
}

/// The types a watch sends most of.
enum BenchType: CaseIterable, Sendable {
    case activeEnergyBurned
    case heartRate
    case stepCount
    case distanceWalkingRunning

    /// The catalogue's type.
    var quantityType: QuantityType? { Catalogue.quantityType(name) }

    /// The short name, which the server accepts.
    var name: String {
        switch self {
        case .activeEnergyBurned: "activeEnergyBurned"
        case .heartRate: "heartRate"
        case .stepCount: "stepCount"
        case .distanceWalkingRunning: "distanceWalkingRunning"
        }
    }

    /// The unit a watch writes.
    var unit: String {
        switch self {
        case .activeEnergyBurned: "kcal"
        case .heartRate: "count/min"
        case .stepCount: "count"
        case .distanceWalkingRunning: "km"
        }
    }
}

/// What a person carries.
enum BenchDevice: Sendable {
    /// Records everything.
    case watch
    /// Records steps and distances, too, often at the same time.
    case phone
}
