/// What is known of a person that hardly ever changes, such as the blood type.
package struct Characteristics: Hashable, Sendable {
    /// The values that are set.
    private var values: [CharacteristicType: CharacteristicValue] = [:]

    /// Makes characteristics of which none is set.
    package init() {}

    /// The value of a characteristic.
    package subscript(type: CharacteristicType) -> CharacteristicValue {
        get { values[type] ?? .notSet }
        set { values[type] = newValue == .notSet ? nil : newValue }
    }

    /// The characteristics of some types; those of others become not set.
    package func limited(to isIncluded: (CharacteristicType) -> Bool) -> Characteristics {
        var limited = self
        limited.values = values.filter { isIncluded($0.key) }
        return limited
    }
}

/// The value of a characteristic.
package enum CharacteristicValue: Hashable, Sendable {
    /// Nothing is known; said on purpose or never asked, which is not told apart.
    case notSet
    /// A calendar date: of birth.
    case date(CivilDate)
    /// A raw value of the type's enumeration other than the one that stands for not set.
    case choice(Int)
}

extension CharacteristicType {
    /// Whether the value is a calendar date.
    package var isDate: Bool { enumeration == nil }

    /// The value behind a number of HealthKit; nil when the type has no such value.
    package func value(rawValue: Int) -> CharacteristicValue? {
        guard let name = enumeration?.values[rawValue] else { return nil }
        return name == Self.notSet ? .notSet : .choice(rawValue)
    }

    /// The value behind a text; nil when the type has no such value.
    ///
    /// The text is a date as `YYYY-MM-DD`, or a name in Swift, or a constant as exports print it.
    /// Every type with an enumeration has the name `notSet`.
    package func value(named text: String) -> CharacteristicValue? {
        guard let enumeration else { return CivilDate(text).map { .date($0) } }
        if text == Self.notSet { return .notSet }
        return enumeration.rawValue(named: text).flatMap(value(rawValue:))
    }

    /// The text of a value: the date, or the name in Swift; nil for a date that is not set.
    package func text(of value: CharacteristicValue) -> String? {
        switch value {
        case .notSet: isDate ? nil : Self.notSet
        case .date(let date): date.description
        case .choice(let rawValue): enumeration?.values[rawValue]
        }
    }

    /// What HealthKit calls a value that is not set.
    private static let notSet = "notSet"
}
