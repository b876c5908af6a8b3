import TestSupport

/// Makes the samples of one writer, later and later in the life of its user.
///
/// A writer never makes a sample that starts before its cursor, so what lies before it is closed.
struct SampleMaker: Sendable {
    /// No sample to come starts before it, in microseconds.
    private(set) var cursor: Int64 = SampleMaker.origin

    /// Noon in Berlin, a day before its clocks go back.
    static let origin: Int64 = 1_445_680_800_000_000

    private let number: Int
    private let types: [SoakType]
    private var random: SeededGenerator
    private var count: Int64 = 0

    /// Makes the samples of a writer by its number, below 16, of some types.
    init(writer number: Int, types: [SoakType], _ random: SeededGenerator) {
        self.number = number
        self.types = types
        self.random = random
    }

    /// Moves on to the next batch, as every writer does, so that all are about at the same time.
    mutating func advance() { cursor += 2_700_000_000 }

    /// A sample of any type of this writer, under an identifier of its own.
    mutating func plain() -> SoakSample {
        let type = types.randomElement(using: &random) ?? .steps
        var sample = sample(of: type)
        if type == .pressure { sample.objects = objects(of: sample) }
        return sample
    }

    /// A quantity without an identifier, whose content nobody else can have.
    mutating func unnamed() -> SoakSample {
        let type = types.first { $0.unit != nil } ?? .steps
        var sample = sample(of: type)
        sample.uuid = nil
        sample.facts.value += Double(number + 1) / 32
        return sample
    }

    /// A version of what a pair names; stable ones all have the same identifier.
    mutating func version(
        _ version: SoakVersion,
        of type: SoakType,
        stable uuid: String?
    ) -> SoakSample {
        var sample = sample(of: type)
        sample.sync = version
        if let uuid { sample.uuid = uuid }
        return sample
    }

    /// A sample that is not to be taken.
    mutating func faulty() -> SoakSample {
        var sample = sample(of: .steps)
        sample.fault = SoakFault.allCases.randomElement(using: &random)
        return sample
    }

    /// A random identifier, in lower case.
    mutating func identifier(prefix: String? = nil) -> String {
        let digits =
            String(random.next() | 1 << 63, radix: 16)
            + String(random.next() | 1 << 63, radix: 16)
        let parts = [8, 4, 4, 4, 12]
        var rest = digits[...]
        let words = parts.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }
        return ([prefix ?? words[0]] + words.dropFirst()).joined(separator: "-")
    }

    private mutating func sample(of type: SoakType) -> SoakSample {
        let start = cursor + seconds(0...3600)
        let facts = SoakFacts(
            type: type,
            start: start,
            end: start + length(of: type),
            value: value(of: type),
            created: created(),
            source: SoakSource.allCases.randomElement(using: &random) ?? .phone
        )
        let isUserEntered = Int.random(in: 0..<20, using: &random) == 0
        return SoakSample(facts: facts, uuid: identifier(), isUserEntered: isUserEntered)
    }

    private mutating func objects(of correlation: SoakSample) -> [SoakSample] {
        [SoakType.systolic, .diastolic].map { type in
            var object = sample(of: type)
            (object.facts.start, object.facts.end) = (
                correlation.facts.start, correlation.facts.end
            )
            object.facts.source = correlation.facts.source
            object.isUserEntered = false
            return object
        }
    }

    private mutating func length(of type: SoakType) -> Int64 {
        switch type {
        case .heartRate, .pressure, .systolic, .diastolic: return 0
        case .workout, .sleep: return seconds(30...900)
        default:
            switch Int.random(in: 0..<20, using: &random) {
            case 0...1: return 0
            case 2: return seconds(600...5400)
            default: return seconds(10...240)
            }
        }
    }

    private mutating func value(of type: SoakType) -> Double {
        switch type {
        case .sleep: return Double([0, 2, 3, 4, 5].randomElement(using: &random) ?? 0)
        case .workout, .pressure: return 0
        default: return Double(Int.random(in: 0...500, using: &random))
        }
    }

    /// A second around the cursor, with a fraction that makes it the only one of its kind.
    private mutating func created() -> Int64 {
        count += 1
        let fraction = count % 62_500 * 16 + Int64(number)
        return (cursor + seconds(0...3600)) / 1_000_000 * 1_000_000 + fraction
    }

    /// A whole number of seconds, in microseconds.
    private mutating func seconds(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &random) * 1_000_000
    }
}
