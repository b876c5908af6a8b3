#if !canImport(HealthKit)
import Foundation

/// A predicate taken apart: conditions, and how they are joined.
///
/// `@unchecked Sendable` for the sake of `opaque`: a predicate made of a closure, or a subclass of
/// the program's own, is evaluated from the task of one query, as HealthKit would from its queue.
indirect enum SampleFilter: @unchecked Sendable {
    /// Every sample matches, or none does.
    case constant(Bool)
    /// A condition that HealthKit's factories make.
    case condition(any SampleCondition)
    /// What nobody can look into; it can only be asked about one sample after the other.
    case opaque(NSPredicate)
    /// All of them match.
    case all([SampleFilter])
    /// One of them matches.
    case any([SampleFilter])
    /// It does not match.
    case not(SampleFilter)

    /// Takes a predicate apart; no predicate matches every sample.
    init(_ predicate: NSPredicate?) {
        guard let predicate else {
            self = .constant(true)
            return
        }
        if let predicate = predicate as? HealthPredicate {
            self = .condition(predicate.condition)
        } else if let compound = predicate as? NSCompoundPredicate {
            self.init(compound: compound)
        } else if type(of: predicate) == NSPredicate.self, let value = predicate.constant {
            self = .constant(value)
        } else {
            self = .opaque(predicate)
        }
    }

    private init(compound: NSCompoundPredicate) {
        let parts = compound.subpredicates.map { SampleFilter($0) }
        switch compound.compoundPredicateType {
        case .and: self = .all(parts)
        case .or: self = .any(parts)
        case .not: self = .not(parts[0])
        }
    }

    /// Whether the sample matches.
    func matches(_ sample: HKSample) -> Bool {
        switch self {
        case .constant(let value): value
        case .condition(let condition): condition.matches(sample)
        case .opaque(let predicate): predicate.evaluate(with: sample)
        case .all(let parts): parts.allSatisfy { $0.matches(sample) }
        case .any(let parts): parts.contains { $0.matches(sample) }
        case .not(let part): !part.matches(sample)
        }
    }

    /// What the server can narrow a list of samples to; every sample that matches is within.
    var bounds: SampleBounds {
        switch self {
        case .constant(let value): value ? .everything : .nothing
        case .condition(let condition): condition.bounds
        case .opaque, .not: .everything
        case .all(let parts): parts.reduce(.everything) { $0.intersection($1.bounds) }
        case .any(let parts): parts.reduce(.nothing) { $0.union($1.bounds) }
        }
    }

    /// Why no query can ask this; nil where all can.
    var problem: String? {
        switch self {
        case .constant, .opaque: nil
        case .condition(let condition): condition.problem
        case .all(let parts), .any(let parts): parts.lazy.compactMap(\.problem).first
        case .not(let part): part.problem
        }
    }

    /// What is asked, in the words of `NSPredicate` formats.
    var format: String {
        switch self {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .condition(let condition): condition.format
        case .opaque: "BLOCKPREDICATE"
        case .all(let parts): parts.map { "(\($0.format))" }.joined(separator: " AND ")
        case .any(let parts): parts.map { "(\($0.format))" }.joined(separator: " OR ")
        case .not(let part): "NOT (\(part.format))"
        }
    }
}

extension NSPredicate {
    /// What `NSPredicate(value:)` was given; nil for a predicate made of a closure.
    ///
    /// Foundation keeps it to itself, but holds two predicates equal that were given the same.
    fileprivate var constant: Bool? {
        [true, false].first { isEqual(NSPredicate(value: $0)) }
    }
}
#endif
