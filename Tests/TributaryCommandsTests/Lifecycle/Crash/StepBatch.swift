import Foundation
import TestSupport

/// A recording of steps over whole minutes, by a watch or by a phone.
struct Steps: Sendable, Hashable {
    /// Lower-case, as the server writes it.
    let uuid: String
    /// Minutes since `Steps.origin`.
    let start: Int
    /// How many minutes.
    let length: Int
    let count: Int
    let isWatch: Bool

    /// A time far enough back that no test reaches the present.
    static let origin = Date(timeIntervalSince1970: 1_767_225_600)

    /// The sample as the wire has it.
    var json: String {
        let source =
            isWatch
            ? #"{"bundleIdentifier":"com.example.watch","productType":"Watch6,7"}"#
            : #"{"bundleIdentifier":"com.example.phone","productType":"iPhone15,2"}"#
        return #"{"uuid":"\#(uuid)","type":"stepCount","start":"\#(Self.time(start))","#
            + #""end":"\#(Self.time(start + length))","value":\#(count),"unit":"count","#
            + #""source":\#(source)}"#
    }

    /// The time of a minute.
    static func time(_ minute: Int) -> String {
        origin.addingTimeInterval(Double(minute) * 60).formatted(.iso8601)
    }
}

/// Samples that are pushed together.
struct StepBatch: Sendable {
    let number: Int
    let samples: [Steps]

    /// The body of the push.
    var json: String { #"{"batch":"\#(number)",\#(list)}"# }

    /// The body of a push without a name, in which each sample is known by itself alone.
    var unnamedJSON: String { "{\(list)}" }

    private var list: String {
        #""samples":[\#(samples.map(\.json).joined(separator: ","))]"#
    }
}

/// Makes batches in which watch and phone overlap each other, and neither itself.
struct StepBatches: Sendable {
    private var generator: SeededGenerator
    private var count = 0
    private var next: [Bool: Int] = [true: 0, false: 0]

    /// Makes the sequence of a seed.
    init(_ generator: SeededGenerator) { self.generator = generator }

    /// Answers the next batch, of one device.
    mutating func batch() -> StepBatch {
        count += 1
        let isWatch = Bool.random(using: &generator)
        let samples = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
            sample(isWatch: isWatch)
        }
        return StepBatch(number: count, samples: samples)
    }

    private mutating func sample(isWatch: Bool) -> Steps {
        let gap = Int.random(in: 0...3, using: &generator)
        let length = Int.random(in: 1...5, using: &generator)
        let start = next[isWatch, default: 0] + gap
        next[isWatch] = start + length
        return Steps(
            uuid: UUID().uuidString.lowercased(),
            start: start,
            length: length,
            count: Int.random(in: 0...500, using: &generator),
            isWatch: isWatch
        )
    }
}
