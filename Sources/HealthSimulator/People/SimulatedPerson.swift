package import HealthModel

/// A person of a simulated crowd: where they live, how, with which devices.
///
/// Everything follows from the seed and the person's number, whatever the size of the crowd, and
/// every day from these and its date, whatever the length of the simulation.
package struct SimulatedPerson: Sendable {
    /// The person's number in the crowd.
    package let index: Int
    /// A name for people.
    package let name: String
    /// How they live.
    package let habit: Habit
    /// The zone they live in.
    package let home: Zone
    /// Their devices, the phone first.
    package let gadgets: [Gadget]
    /// What they decided about sources.
    package let preferences: [SourcePreference]
    /// What the draws of their days follow from.
    let seed: UInt64
    /// Which day of the week their shifts begin on.
    let phase: Int
    let itinerary: Itinerary

    /// Draws the person of a number.
    package init(seed: UInt64, index: Int) {
        var random = SeededGenerator(seed: seed, purpose: 100, day: index)
        self.index = index
        self.seed = random.next()
        let habits = Habit.allCases
        habit = habits[random.index(weights: [30, 10, 12, 22, 12, 14])]
        let first = Self.names[random.whole(0...Self.names.count - 1)]
        name = "\(first) \(index + 1)"
        let homes = habit == .traveller ? Self.airports : Self.homes
        home = Zone(identifier: homes[random.whole(0...homes.count - 1)]) ?? .utc
        phase = random.whole(0...6)
        gadgets = Self.gadgets(of: first, &random)
        preferences = SourcePreference.draw(sources: gadgets.count, &random)
        let tripSeed: UInt64? = habit == .traveller ? self.seed : nil
        itinerary = Itinerary(home: home, tripSeed: tripSeed)
    }

    /// The apps that push for the person.
    package var apps: [Gadget.App] {
        Gadget.App.allCases.filter { app in gadgets.contains { $0.app == app } }
    }

    /// What really happened on a day, counted from 1970.
    func truth(of day: Int) -> DayTruth {
        var plan = DayPlan(seed: seed, day: day, rhythm: habit.rhythm(on: day, phase: phase))
        return plan.truth()
    }

    private static func gadgets(
        of owner: String,
        _ random: inout SeededGenerator
    ) -> [Gadget] {
        let hasWatch = random.chance(0.55)
        let owned: [(Gadget.Kind, SimulatedDevice, Bool)] = [
            (.phone, .phone(of: owner), true), (.watch, .watch(of: owner), hasWatch),
            (.oldWatch, .oldWatch(of: owner), hasWatch && random.chance(0.15)),
            (.band, .tracker(name: "\(owner)'s StepBand"), random.chance(0.25)),
            (.ring, .ring(of: owner), random.chance(0.12)),
        ]
        return owned.enumerated().filter(\.element.2).map { number, gadget in
            // Most clocks are right to the second or two; some were set by hand.
            let isWrong = random.chance(0.12)
            let skew = isWrong ? random.whole(-180...180) : random.whole(-2...2)
            return Gadget(
                kind: gadget.0,
                device: gadget.1,
                skew: gadget.0 == .phone ? 0 : skew,
                number: number
            )
        }
    }

    private static let names = [
        "Ana", "Ben", "Chiara", "Dev", "Elif", "Femi", "Grace", "Hana", "Ivo", "Jin", "Kira", "Leo",
    ]

    private static let homes = [
        "Europe/Paris", "Europe/London", "America/New_York", "America/Los_Angeles", "Asia/Kolkata",
        "Asia/Kathmandu", "Asia/Tokyo", "Australia/Adelaide", "Pacific/Auckland", "Africa/Lagos",
        "America/Sao_Paulo",
    ]

    /// The homes of those who fly.
    private static let airports = ["Europe/Paris", "Pacific/Auckland", "America/New_York"]
}
