/// A value of an enumeration of the catalogue, by its raw number; exists only for known numbers.
package protocol EnumerationValue: RawRepresentable<Int>, Hashable, Sendable {
    /// The enumeration the value belongs to.
    static var enumeration: Enumeration { get }
}

extension EnumerationValue {
    /// Finds a value by its name in Swift (`running`) or by its constant, as exports print it
    /// (`HKWorkoutActivityTypeRunning`).
    package init?(named name: some StringProtocol) {
        guard let rawValue = Self.enumeration.rawValue(named: name) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// Finds a value by its name or its constant in UTF-8, without allocating.
    package init?(utf8 name: UnsafeRawBufferPointer) {
        guard let rawValue = Self.enumeration.rawValue(utf8: name) else { return nil }
        self.init(rawValue: rawValue)
    }
}

/// What was done in a workout, such as running.
package struct WorkoutActivityType: EnumerationValue {
    package static let enumeration = Catalogue.knownEnumeration("HKWorkoutActivityType")

    package let rawValue: Int
    /// The name in Swift, such as `running`.
    package let name: String

    package init?(rawValue: Int) {
        guard let name = Self.enumeration.values[rawValue] else { return nil }
        self.rawValue = rawValue
        self.name = name
    }
}

/// What happened in a workout, such as a pause or a lap.
package struct WorkoutEventType: EnumerationValue {
    package static let enumeration = Catalogue.knownEnumeration("HKWorkoutEventType")

    package let rawValue: Int
    /// The name in Swift, such as `motionPaused`.
    package let name: String

    package init?(rawValue: Int) {
        guard let name = Self.enumeration.values[rawValue] else { return nil }
        self.rawValue = rawValue
        self.name = name
    }
}
