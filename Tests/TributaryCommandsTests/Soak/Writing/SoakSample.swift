import HealthModel

/// A type of the soak, by its name on the wire.
enum SoakType: String, CaseIterable, Sendable, Codable {
    case steps = "HKQuantityTypeIdentifierStepCount"
    case distance = "HKQuantityTypeIdentifierDistanceWalkingRunning"
    case water = "HKQuantityTypeIdentifierDietaryWater"
    case heartRate = "HKQuantityTypeIdentifierHeartRate"
    case sleep = "HKCategoryTypeIdentifierSleepAnalysis"
    case workout = "HKWorkoutTypeIdentifier"
    case pressure = "HKCorrelationTypeIdentifierBloodPressure"
    case systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
    case diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"

    /// The canonical unit of a quantity; nil for other types.
    var unit: String? {
        switch self {
        case .steps: "count"
        case .distance: "m"
        case .water: "mL"
        case .heartRate: "count/s"
        case .systolic, .diastolic: "mmHg"
        case .sleep, .workout, .pressure: nil
        }
    }

    /// The types whose overlaps the order of sources decides.
    static let ranked: [SoakType] = [.steps, .distance, .sleep]
}

/// Who recorded a sample.
enum SoakSource: String, CaseIterable, Sendable, Codable {
    case band = "com.example.band"
    case phone = "com.example.phone"
    case tracker = "com.example.tracker"
    case watch = "com.example.watch"

    /// What it is.
    var productType: String {
        switch self {
        case .band: "Band1,1"
        case .phone: "iPhone15,2"
        case .tracker: "Tracker3"
        case .watch: "Watch6,7"
        }
    }

    /// Where it stands while nobody has put it in order: watches, phones, others by their names.
    var place: Int {
        switch self {
        case .watch: 0
        case .phone: 1
        case .band: 2
        case .tracker: 3
        }
    }
}

/// A pair of sync identifier and version.
struct SoakVersion: Sendable, Hashable {
    /// Names the sample for its client and type.
    var identifier: String
    /// The higher one replaces.
    var number: Int
    /// Whether another writer of the client writes versions of it, too.
    var isShared: Bool
}

/// What is wrong with a sample.
enum SoakFault: String, CaseIterable, Sendable {
    case endBeforeStart
    case negativeValue
    case unitMismatch
    case unknownType
}

/// What a sample says, as far as pages tell it.
struct SoakFacts: Hashable, Sendable {
    var type: SoakType
    var start: Int64
    var end: Int64
    var value: Double
    /// In microseconds; no two samples of a soak share it, so it stands for the sample.
    var created: Int64
    var source: SoakSource
}

/// A sample of a soak.
struct SoakSample: Sendable {
    /// What it says.
    var facts: SoakFacts
    /// In lower case; nil when the server is to derive one.
    var uuid: String?
    /// Whether it was typed in.
    var isUserEntered = false
    /// Its pair, if it has one.
    var sync: SoakVersion?
    /// What a correlation holds.
    var objects: [SoakSample] = []
    /// What is wrong with it, if anything.
    var fault: SoakFault?

    /// What it is known by within the soak.
    var key: Int64 { facts.created }

    /// The beginning of identifiers under which more than one version comes.
    static let stablePrefix = "5ab1e000"
}

extension SoakSample {
    /// The sample as the wire has it.
    var json: String {
        var members = [
            #""type":"\#(fault == .unknownType ? "moodRing" : facts.type.rawValue)""#,
            #""start":"\#(time(facts.start))""#,
            #""end":"\#(time(fault == .endBeforeStart ? facts.start - 1 : facts.end))""#,
            #""created":"\#(time(facts.created))""#,
            #""source":{"bundleIdentifier":"\#(facts.source.rawValue)","#
                + #""productType":"\#(facts.source.productType)"}"#,
        ]
        if let uuid { members.append(#""uuid":"\#(uuid)""#) }
        members += content
        if let metadata { members.append(#""metadata":{\#(metadata)}"#) }
        return "{\(members.joined(separator: ","))}"
    }

    private var content: [String] {
        switch facts.type {
        case .workout: return [#""activityType":"running""#]
        case .sleep: return [#""value":\#(Int(facts.value))"#]
        case .pressure: return [#""objects":[\#(objects.map(\.json).joined(separator: ","))]"#]
        default:
            let unit = fault == .unitMismatch ? "kg" : facts.type.unit ?? ""
            let value = fault == .negativeValue ? -1 : facts.value
            return [#""value":\#(value)"#, #""unit":"\#(unit)""#]
        }
    }

    private var metadata: String? {
        var members: [String] = []
        if isUserEntered { members.append(#""HKWasUserEntered":true"#) }
        if let sync {
            members.append(#""HKMetadataKeySyncIdentifier":"\#(sync.identifier)""#)
            members.append(#""HKMetadataKeySyncVersion":\#(sync.number)"#)
        }
        return members.isEmpty ? nil : members.joined(separator: ",")
    }

    private func time(_ microseconds: Int64) -> String { soakTime(microseconds) }
}

/// A time of the soak as the wire has it.
func soakTime(_ microseconds: Int64) -> String {
    RFC3339.format(Instant(microseconds: microseconds))
}
