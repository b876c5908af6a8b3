import HealthModel

/// What the person types into the phone: water, and steps that no device was there for.
extension DayLog {
    /// Adds the water of a day, each drink under a sync identifier, so that it can be corrected.
    mutating func addDrinks(day: Int) {
        for drink in 0..<random.whole(0...4) {
            let second = random.whole(25_200...79_200)
            let value = Double(random.whole(2...8) * 50)
            add(
                SampleType.water,
                .quantity(value: value, unit: "mL"),
                over: second..<second,
                delay: random.whole(5...3600),
                metadata: Self.version(1, of: "water-\(day)-\(drink)")
            )
        }
    }

    /// Adds steps on one day in eight: of an hour, or all at one instant.
    mutating func addTypedSteps(day: Int) {
        guard random.chance(0.125) else { return }
        let start = random.whole(28_800...72_000)
        let length = random.chance(0.6) ? 3600 : 0
        let value = Double(random.whole(2...30) * 100)
        add(
            SampleType.steps,
            .quantity(value: value, unit: "count"),
            over: start..<start + length,
            delay: random.whole(60...7200),
            metadata: ["HKWasUserEntered": .boolean(true)]
        )
    }

    /// The metadata of a version of a sample.
    static func version(_ version: Int, of identifier: String) -> [String: MetadataValue] {
        [
            syncIdentifier: .string(identifier), syncVersion: .number(Double(version)),
            "HKWasUserEntered": .boolean(true),
        ]
    }

    /// The key of the identifier that versions share.
    static let syncIdentifier = "HKMetadataKeySyncIdentifier"
    /// The key of the version.
    static let syncVersion = "HKMetadataKeySyncVersion"
}
