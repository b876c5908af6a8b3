#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// What every kind of answer is made of.
extension JSONValue {
    /// The text of a member.
    ///
    /// - Throws: `HKError` when it is missing or no text, as the other calls here do.
    func text(_ name: StaticString) throws -> String {
        guard let text = self[name]?.string else { throw Self.unreadable(name) }
        return text
    }

    /// The number of a member.
    func number(_ name: StaticString) throws -> Double {
        guard let number = self[name]?.double else { throw Self.unreadable(name) }
        return number
    }

    /// The instant of a member.
    func date(_ name: StaticString) throws -> Date {
        guard let date = try dateIfPresent(name) else { throw Self.unreadable(name) }
        return date
    }

    /// The instant of a member, or nil where there is none.
    func dateIfPresent(_ name: StaticString) throws -> Date? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let time = value.string.flatMap({ RFC3339.parse($0) }) else {
            throw Self.unreadable(name)
        }
        return Date(time.instant)
    }

    /// The identifier of a member.
    func uuid(_ name: StaticString) throws -> UUID {
        guard let id = self[name]?.string.flatMap({ SampleID($0) }) else {
            throw Self.unreadable(name)
        }
        return UUID(id)
    }

    /// The raw value of a member that is a number or a name of an enumeration.
    func rawValue(_ name: StaticString, of enumeration: Enumeration) throws -> Int {
        let value = self[name]
        let rawValue =
            value?.int.map { Int($0) } ?? value?.string.flatMap { enumeration.rawValue(named: $0) }
        guard let rawValue, enumeration.values[rawValue] != nil else {
            throw Self.unreadable(name)
        }
        return rawValue
    }

    /// The quantity of a member, `{"value":...,"unit":...}`, or nil where there is none.
    func quantityIfPresent(_ name: StaticString, _ allowed: HKUnit) throws -> HKQuantity? {
        guard let value = self[name], !value.isNull else { return nil }
        return try value.quantity(allowed)
    }

    /// The quantity that the members `value` and `unit` make.
    func quantity(_ allowed: HKUnit) throws -> HKQuantity {
        let quantity = HKQuantity(
            unit: try HKUnit(parsing: text("unit")),
            doubleValue: try number("value")
        )
        guard quantity.is(compatibleWith: allowed) else { throw Self.unreadable("unit") }
        return quantity
    }

    /// Why an answer cannot be used: a server of another version, or none of ours.
    static func unreadable(_ name: StaticString) -> HKError {
        HKError(.unknownError, "The server's answer has no usable \(name).")
    }
}
#endif
