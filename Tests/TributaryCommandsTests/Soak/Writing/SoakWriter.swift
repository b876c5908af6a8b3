import Foundation
import HTTPClient
import TestSupport

/// A device or an app that pushes, replaces, deletes and repeats itself, one request at a time.
///
/// Each request is settled before the next: sent until it is answered. One whose answer was lost
/// may still be at work when a later one is done, so nothing that a writer does may come out
/// differently when an earlier request of it comes again.
struct SoakWriter {
    let role: WriterRole
    let run: SoakRun
    let cast: SoakCast
    let sender: any SampleSending
    let admin: SoakSender
    var random: SeededGenerator
    var maker: SampleMaker
    var ledger = WriterLedger()
    /// Some of the pushes that were answered, with their answers.
    var pushes: [(push: SoakPush, answer: SoakAnswer)] = []
    /// Some of the samples that were taken.
    var recent: [SoakSample] = []
    var ownVersions: [String: Int] = [:]
    var sharedRounds = 0

    private var batches = 0

    /// Makes a writer that reaches the server over a line.
    init(
        _ role: WriterRole,
        _ run: SoakRun,
        _ cast: SoakCast,
        url: String,
        _ random: SeededGenerator
    )
        throws
    {
        self.role = role
        self.run = run
        self.cast = cast
        let token = cast.token(role.client, of: role.user)
        sender = try SoakSender(url, token: token, name: role.name, run)
        admin = try SoakSender(url, token: cast.adminToken, name: role.name, run)
        self.random = random
        let seed = self.random.next()
        maker = SampleMaker(
            writer: role.number,
            types: role.types,
            SeededGenerator(seed: seed)
        )
    }

    /// Writes until the load is over, with pauses of microseconds; answers what must be there.
    mutating func write(pausing pause: UInt32) -> WriterLedger {
        while run.phase == .load, step() {
            usleep(UInt32.random(in: 0...pause, using: &random))
        }
        return ledger
    }

    /// Does one thing; answers whether it was settled.
    private mutating func step() -> Bool {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<62: pushNew()
        case ..<74: pushAgain()
        case ..<83: deleteByIdentifier()
        case ..<88: deleteBySyncIdentifier()
        case ..<94: deleteRange()
        default: role.orderedTypes.isEmpty ? pushNew() : putOrder()
        }
    }

    /// Pushes a batch of new samples, and of a few that are known.
    private mutating func pushNew() -> Bool {
        batches += 1
        maker.advance()
        let isLines = Int.random(in: 0..<6, using: &random) == 0
        let isNamed = Int.random(in: 0..<2, using: &random) == 0
        let count = Int.random(in: 1...(isLines ? 150 : 24), using: &random)
        let push = SoakPush(
            name: isNamed ? "\(role.number)-\(batches)" : nil,
            isLines: isLines,
            samples: (0..<count).map { _ in nextSample() }
        )
        guard let answer = send(push) else { return false }
        run.count(\.batches)
        check(answer, to: push)
        if pushes.count < 100 {
            pushes.append((push, answer))
        } else {
            pushes[Int.random(in: 0..<100, using: &random)] = (push, answer)
        }
        return true
    }

    /// Pushes an answered batch once more: by its name it is answered alike, else by identity.
    private mutating func pushAgain() -> Bool {
        guard let old = pushes.randomElement(using: &random) else { return true }
        guard let answer = send(old.push) else { return false }
        run.count(\.batches)
        if old.push.name == nil {
            check(answer, to: old.push)
        } else if answer != old.answer {
            run.differ("\(role.name): batch \(old.push.name ?? "") was answered in two ways")
        }
        return true
    }

    private func send(_ push: SoakPush) -> SoakAnswer? {
        let type = push.isLines ? "application/x-ndjson" : "application/json"
        return settle("POST", push.path, push.body, type, inPieces: push.isLines)?.answer
    }

    /// Sends a request until it has an answer that can be read.
    func settle(
        _ method: String,
        _ path: String,
        _ body: [UInt8],
        _ type: String = "application/json",
        inPieces: Bool = false
    ) -> (answer: SoakAnswer, isRetried: Bool)? {
        let request = ClientRequest(
            method: method,
            path: path,
            headers: [("Content-Type", type)],
            body: body
        )
        guard let settled = sender.settle(request, inPieces: inPieces) else { return nil }
        let data = Data(settled.response.body)
        guard let answer = try? JSONDecoder().decode(SoakAnswer.self, from: data) else {
            let text = String(decoding: data.prefix(400), as: UTF8.self)
            run.differ("\(role.name): \(path) was answered \(text), which is no outcome")
            return nil
        }
        return (answer, settled.isRetried)
    }

    /// Compares an answer with what the rules allow, and takes it in.
    private mutating func check(_ answer: SoakAnswer, to push: SoakPush) {
        let words = answer.words(count: push.samples.count, usual: "stored")
        for (index, (sample, word)) in zip(push.samples, words).enumerated() {
            let isRefused = role.client.isRefused(sample.facts.type)
            let allowed = ledger.outcomes(
                of: sample,
                sharingRefused: isRefused,
                laterVersion: push.samples[(index + 1)...].contains { later in
                    later.sync != nil && later.sync?.identifier == sample.sync?.identifier
                }
            )
            if !allowed.contains(word) {
                run.differ("\(role.name): sample \(sample.json) was \(word), not \(allowed)")
            }
            guard !isRefused, sample.fault == nil, !ledger.knows(sample) else { continue }
            run.count(\.acknowledged)
            if word == "replaced" { run.count(\.replacements) }
            ledger.take(sample)
            remember(sample)
        }
    }

    private mutating func remember(_ sample: SoakSample) {
        if recent.count < 300 {
            recent.append(sample)
        } else {
            recent[Int.random(in: 0..<300, using: &random)] = sample
        }
    }
}
