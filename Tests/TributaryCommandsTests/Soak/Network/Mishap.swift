import TestSupport

/// What befalls one connection.
struct Mishap: Sendable {
    /// What ends it.
    enum End: Sendable {
        /// It is never carried on at all.
        case refusal
        /// So many bytes of requests are carried, and no more.
        case inRequest(after: Int)
        /// So many bytes of answers are carried, and no more.
        case inAnswer(after: Int)
        /// The request of that number is carried whole and handled; its answer is not carried.
        case beforeAnswer(number: Int)
    }

    /// What ends it.
    var end: End
    /// For how long it is silent before the end, in milliseconds.
    var silence = 0
    /// How late every piece is, in milliseconds.
    var delay = 0
    /// Whether both sides see a reset instead of an end.
    var isAbrupt: Bool

    /// Draws a mishap.
    init(using random: inout SeededGenerator) {
        // Small numbers are as likely as large ones: heads are cut as often as bodies.
        func bytes(_ random: inout SeededGenerator) -> Int {
            Int.random(in: 0..<(1 << Int.random(in: 1...18, using: &random)), using: &random)
        }
        switch Int.random(in: 0..<100, using: &random) {
        case ..<3: end = .refusal
        case ..<35: end = .inRequest(after: bytes(&random))
        case ..<65: end = .inAnswer(after: bytes(&random))
        default: end = .beforeAnswer(number: Int.random(in: 1...12, using: &random))
        }
        if Int.random(in: 0..<8, using: &random) == 0 {
            silence = Int.random(in: 50...1500, using: &random)
        }
        if Int.random(in: 0..<5, using: &random) == 0 {
            delay = Int.random(in: 1...25, using: &random)
        }
        isAbrupt = Bool.random(using: &random)
    }
}
