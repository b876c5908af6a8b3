import HealthModel

/// The rank of each gadget for each type (rule 2), as the generator knows it.
///
/// What the devices are is not read off their names: the generator made them.
struct Standings: Sendable {
    /// A place in the ranking of a type.
    private struct Lane {
        let gadget: Int
        /// Nil for a lane of what is typed in and what is measured alike.
        let isTyped: Bool?
    }

    private let gadgets: [Gadget]
    private let preferences: [String: SourcePreference]

    /// Takes a person's gadgets and what they decided.
    init(of person: SimulatedPerson) {
        gadgets = person.gadgets
        preferences = Dictionary(uniqueKeysWithValues: person.preferences.map { ($0.type, $0) })
    }

    /// The rank of a fact, smaller is better; nil where its source is switched off.
    func ranks(of measure: Measure) -> (Fact) -> Int? {
        let lanes = lanes(of: measure)
        var ranks: [Int: Int] = [:]
        for (rank, lane) in lanes.enumerated() {
            for isTyped in [false, true] where lane.isTyped ?? isTyped == isTyped {
                ranks[lane.gadget * 2 + (isTyped ? 1 : 0)] = rank
            }
        }
        return { ranks[$0.gadget * 2 + ($0.isTyped ? 1 : 0)] }
    }

    /// Those put in order come first, in their order; then by class what was typed in, watches,
    /// phones and others, and inside a class by app, product and device.
    private func lanes(of measure: Measure) -> [Lane] {
        let preference = preferences[measure.name]
        let ordered = preference?.order ?? []
        let disabled = preference?.disabled ?? []
        let rest = gadgets.indices.filter { !ordered.contains($0) }
            .sorted { parts(of: $0).lexicographicallyPrecedes(parts(of: $1)) }
        let typed = rest.map { Lane(gadget: $0, isTyped: true) }
        let measured = (0...2).flatMap { standing in
            rest.filter { self.standing(of: $0) == standing }
                .map { Lane(gadget: $0, isTyped: false) }
        }
        return (ordered.map { Lane(gadget: $0, isTyped: nil) } + typed + measured)
            .filter { !disabled.contains($0.gadget) }
    }

    private func standing(of gadget: Int) -> Int {
        switch gadgets[gadget].kind {
        case .watch, .oldWatch: 0
        // The wristband's app names the phone that it runs on.
        case .phone, .band: 1
        case .ring: 2
        }
    }

    private func parts(of gadget: Int) -> [String] {
        let device = gadgets[gadget].device
        return [
            device.source.bundleIdentifier, device.source.productType ?? "",
            device.device.name ?? "",
        ]
    }
}
