/// Units by their text, so that a batch parses each spelling once.
///
/// Holds a bounded number of units, since the texts come from outside; when full it starts over.
package struct UnitCache: Sendable {
    private var units: [String: Unit] = [:]
    private let capacity: Int

    /// Makes an empty cache for at least one unit.
    package init(capacity: Int = 256) {
        self.capacity = max(1, capacity)
    }

    /// The unit of a text, parsed if it is not held yet; errors are not held.
    package mutating func unit(parsing text: String) throws(UnitError) -> Unit {
        if let unit = units[text] { return unit }
        let unit = try Unit(parsing: text)
        if units.count >= capacity { units.removeAll(keepingCapacity: true) }
        units[text] = unit
        return unit
    }
}
