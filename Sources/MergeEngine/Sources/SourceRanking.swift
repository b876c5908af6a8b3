package import HealthModel

/// The ranking of a user's sources for one type (rule 2): total, and blind to who came first.
///
/// A source that was ordered by hand has one lane, whether its samples were typed in or measured,
/// and all these lanes come first, in their order. Every other source has two: one for what was
/// typed in, of class `handTyped`, and one of its hardware's class for the rest. These lanes follow
/// by class, then by the parts of the source's identity, compared as UTF-8 bytes, a missing part
/// before an empty one. Ranks are numbers of lanes: they mean something within one ranking only.
package struct SourceRanking: Sendable {
    /// The two ranks of a source; both nil when it is switched off.
    private struct Ranks {
        var handTyped: Int32?
        var measured: Int32?
    }

    private var ranks: [Ranks]

    /// Ranks `sources`, which are distinct; `order` and `disabled` hold indices into them.
    ///
    /// `order` is the explicit part, best first; of an index that it repeats the first place holds.
    /// A source in both is switched off. An index out of bounds traps.
    ///
    /// - Complexity: O(n log n) for n sources.
    package init(sources: [SourceIdentity], order: [Int], disabled: Set<Int>) {
        ranks = [Ranks](repeating: Ranks(), count: sources.count)
        var lanes: Int32 = 0
        var isOrdered = [Bool](repeating: false, count: sources.count)
        for source in order where !isOrdered[source] {
            isOrdered[source] = true
            ranks[source] = Ranks(handTyped: lanes, measured: lanes)
            lanes += 1
        }
        for lane in Self.defaultLanes(of: sources) where !isOrdered[lane.source] {
            if lane.sourceClass == .handTyped {
                ranks[lane.source].handTyped = lanes
            } else {
                ranks[lane.source].measured = lanes
            }
            lanes += 1
        }
        for source in disabled { ranks[source] = Ranks() }
    }

    /// The rank of a sample by its source, smaller is better; nil if that is switched off.
    ///
    /// Traps on an index that is not of a source.
    package func rank(ofSource index: Int, isUserEntered: Bool) -> Int32? {
        isUserEntered ? ranks[index].handTyped : ranks[index].measured
    }

    /// The class of a sample whose source nobody ordered; see `SourceClass` for how it is told.
    package static func sourceClass(
        of identity: SourceIdentity,
        isUserEntered: Bool
    ) -> SourceClass {
        isUserEntered ? .handTyped : SourceClass(hardwareOf: identity)
    }
}

extension SourceRanking {
    /// A place in the default order.
    private struct Lane {
        var source: Int
        var sourceClass: SourceClass
    }

    /// Both lanes of every source, best first.
    private static func defaultLanes(of sources: [SourceIdentity]) -> [Lane] {
        let lanes = sources.indices.flatMap { source in
            [true, false].map { isUserEntered in
                let identity = sources[source]
                return Lane(
                    source: source,
                    sourceClass: sourceClass(of: identity, isUserEntered: isUserEntered)
                )
            }
        }
        return lanes.sorted { left, right in
            if left.sourceClass != right.sourceClass { return left.sourceClass < right.sourceClass }
            return precedes(sources[left.source], sources[right.source])
        }
    }

    private static func precedes(_ left: SourceIdentity, _ right: SourceIdentity) -> Bool {
        for (first, second) in zip(optionalParts(of: left), optionalParts(of: right)) {
            guard let first, let second else {
                if first == nil && second == nil { continue }
                return first == nil
            }
            if first.utf8.elementsEqual(second.utf8) { continue }
            return first.utf8.lexicographicallyPrecedes(second.utf8)
        }
        return false
    }

    /// The parts as they are: `SourceIdentity.parts` cannot tell a missing one from an empty one.
    private static func optionalParts(of identity: SourceIdentity) -> [String?] {
        [
            identity.bundleIdentifier, identity.productType, identity.deviceName,
            identity.deviceManufacturer, identity.deviceModel, identity.deviceHardwareVersion,
            identity.deviceLocalIdentifier,
        ]
    }
}
