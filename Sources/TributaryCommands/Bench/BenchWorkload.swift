import HealthModel
import HealthSimulator
import JSON

/// A sample of the benchmark, before it becomes a row or a piece of JSON.
struct BenchSample: Sendable {
    let uuid: UInt128
    let type: BenchType
    let start: Int64
    let end: Int64
    let value: Double
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

/// Makes batches in the densities a watch has: per day about 900 of energy, 200 heart rates, 140
/// steps and as many distances.
struct BenchWorkload {
    private var generator: SeededGenerator
    private var clock: Int64

    /// Starts a stream of samples on 1 January 2025.
    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        clock = 1_735_689_600_000_000
    }

    /// The next samples, in the order of time and overlapping now and then.
    mutating func batch(_ count: Int) -> [BenchSample] {
        (0..<count).map { _ in sample() }
    }

    private mutating func sample() -> BenchSample {
        let draw = Int.random(in: 0..<1380, using: &generator)
        let type: BenchType =
            switch draw {
            case ..<900: .activeEnergyBurned
            case ..<1100: .heartRate
            case ..<1240: .stepCount
            default: .distanceWalkingRunning
            }
        clock += Int64.random(in: 20_000_000...100_000_000, using: &generator)
        let length: Int64 =
            type == .heartRate ? 0 : Int64.random(in: 3...90, using: &generator) * 1_000_000
        return BenchSample(
            uuid: UInt128.random(in: 0...UInt128.max, using: &generator),
            type: type,
            start: clock,
            end: clock + length,
            value: Double(Int.random(in: 1...150, using: &generator))
        )
    }
}

extension BenchWorkload {
    /// The body of a push, spelled as a device would: with source, device and creation time.
    static func body(_ samples: [BenchSample]) -> [UInt8] {
        var writer = JSONWriter(capacity: samples.count * 480)
        writer.beginObject()
        writer.key("samples")
        writer.beginArray()
        for sample in samples {
            writer.beginObject()
            writer.member("uuid", SampleID(bits: sample.uuid).description)
            writer.member("type", sample.type.name)
            writer.member("start", RFC3339.format(Instant(microseconds: sample.start)))
            writer.member("end", RFC3339.format(Instant(microseconds: sample.end)))
            writer.key("value")
            writer.number(sample.value)
            writer.member("unit", sample.type.unit)
            writer.member("created", RFC3339.format(Instant(microseconds: sample.end)))
            writer.key("source")
            writer.raw(source)
            writer.key("device")
            writer.raw(device)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static let source = Array(
        #"{"bundleIdentifier":"com.example.watch","name":"Watch","version":"10.2","productType":"Watch6,7"}"#
            .utf8
    )
    private static let device = Array(
        #"{"name":"Watch","manufacturer":"Example","model":"Watch","hardwareVersion":"Watch6,7"}"#
            .utf8
    )
}
