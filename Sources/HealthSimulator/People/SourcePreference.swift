/// What a person decided about the sources of a type.
package struct SourcePreference: Hashable, Sendable {
    /// The type's short name.
    package let type: String
    /// The sources in order, best first, as indices into the person's gadgets; those left out keep
    /// their place behind them.
    package let order: [Int]
    /// The sources that are switched off, likewise.
    package let disabled: [Int]

    /// Draws what a person decides: one in four puts the sources of steps in an order of their own,
    /// and one in eight switches one off for steps or distance.
    static func draw(
        sources count: Int,
        _ random: inout SeededGenerator
    ) -> [SourcePreference] {
        guard count > 1 else { return [] }
        var preferences: [SourcePreference] = []
        let shuffled = (0..<count).shuffled(using: &random)
        let named = random.whole(1...count)
        let isOrdered = random.chance(0.25)
        let isSwitching = random.chance(0.125)
        let disabled = isSwitching ? [random.whole(0...count - 1)] : []
        if isOrdered {
            let order = shuffled.prefix(named).filter { !disabled.contains($0) }
            preferences.append(
                SourcePreference(type: "stepCount", order: order, disabled: disabled)
            )
        }
        if isSwitching {
            preferences.append(
                SourcePreference(
                    type: "distanceWalkingRunning",
                    order: [],
                    disabled: disabled
                )
            )
        }
        return preferences
    }
}
