/// A push, as often as it is sent.
struct SoakPush: Sendable {
    /// The batch's name, if it has one.
    var name: String?
    /// Whether it is sent as lines.
    var isLines: Bool
    /// What is pushed.
    var samples: [SoakSample]

    /// The body.
    var body: [UInt8] {
        let list = samples.map(\.json)
        if isLines { return Array((list.joined(separator: "\n") + "\n").utf8) }
        let member = name.map { #""batch":"\#($0)","# } ?? ""
        return Array("{\(member)\"samples\":[\(list.joined(separator: ","))]}".utf8)
    }

    /// Where it goes.
    var path: String {
        "/v1/users/me/samples" + (isLines ? name.map { "?batch=\($0)" } ?? "" : "")
    }
}

/// A deletion.
enum SoakDeletion: Sendable {
    /// By identifiers.
    case uuids([String])
    /// By sync identifiers of a type.
    case syncIdentifiers(SoakType, [String])
    /// By type and range, with the starts of samples in it or not.
    case range(SoakType, Range<Int64>, isStrict: Bool)

    /// The body.
    var body: String {
        switch self {
        case .uuids(let uuids):
            #"{"uuids":[\#(list(uuids))],"contained":true}"#
        case .syncIdentifiers(let type, let identifiers):
            #"{"type":"\#(type.rawValue)","syncIdentifiers":[\#(list(identifiers))]}"#
        case .range(let type, let range, let isStrict):
            #"{"type":"\#(type.rawValue)","start":"\#(soakTime(range.lowerBound))","#
                + #""end":"\#(soakTime(range.upperBound))""#
                + (isStrict ? #","strict":["start"]}"# : "}")
        }
    }

    private func list(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: ",")
    }
}

/// An order of sources.
struct SoakOrder: Sendable, Equatable {
    /// The sources in order.
    var order: [SoakSource] = []
    /// Those that count nowhere.
    var disabled: [SoakSource] = []

    /// Where a sample stands, smaller is better; nil if its source is switched off.
    func rank(of sample: SoakSample) -> Int32? {
        let source = sample.facts.source
        if disabled.contains(source) { return nil }
        if let index = order.firstIndex(of: source) { return Int32(index) }
        // What was typed in goes before all others, by the names of its sources.
        if sample.isUserEntered {
            return 100 + Int32(SoakSource.allCases.firstIndex(of: source) ?? 0)
        }
        return 200 + Int32(source.place)
    }
}

/// The answer to a push or a deletion.
struct SoakAnswer: Decodable, Sendable, Equatable {
    /// What became of one that was not simply stored or deleted.
    struct Outcome: Decodable, Sendable, Equatable {
        let index: Int
        let outcome: String
        let code: String?

        /// Outcome and code.
        var word: String { code.map { "\(outcome) \($0)" } ?? outcome }
    }

    let stored: Int?
    let replaced: Int?
    let deleted: Int?
    let duplicate: Int
    let ignored: Int?
    let rejected: Int
    let more: Bool?
    let outcomes: [Outcome]

    /// The outcomes one by one, `usual` for those that are not listed.
    func words(count: Int, usual: String) -> [String] {
        var words = [String](repeating: usual, count: count)
        for outcome in outcomes where words.indices.contains(outcome.index) {
            words[outcome.index] = outcome.word
        }
        return words
    }
}
