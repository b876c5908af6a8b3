import HealthAPI
import HealthModel
import JSON

/// Kinds of samples that are one value.
extension SampleDecoder {
    /// The value of a quantity sample in the type's canonical unit.
    mutating func quantityValue(
        _ fields: SampleFields,
        _ type: QuantityType
    ) throws(SampleRejection) -> Double {
        guard let value = fields.value else { throw .missing("value") }
        guard let unit = fields.unit else { throw .missing("unit") }
        return try converters.value(value, in: unit, of: type)
    }

    /// The raw value of a category sample: given by number, by name or by constant.
    static func categoryValue(
        _ fields: SampleFields,
        _ type: CategoryType
    ) throws(SampleRejection) -> Double {
        guard let value = fields.value else { throw .missing("value") }
        guard fields.unit == nil else {
            throw SampleRejection(.unitMismatch, "unit", "A category has no unit.")
        }
        return Double(try value.rawValue(in: type.enumeration, "value"))
    }
}

extension JSONValue {
    /// A case of an enumeration, given by number, by name or by constant.
    func rawValue(in enumeration: Enumeration, _ field: String) throws(SampleRejection) -> Int {
        let known: Int?
        switch kind {
        case .string: known = utf8.flatMap { enumeration.rawValue(utf8: $0) }
        case .number: known = wholeNumber.flatMap { enumeration.values[$0] == nil ? nil : $0 }
        default: throw .invalid(field, "Must be a number or a name.")
        }
        guard let known else {
            throw SampleRejection(
                .valueNotInEnumeration,
                field,
                "Not a value of \(enumeration.name)."
            )
        }
        return known
    }

    /// The number, if it has no fraction and is of a size that enumerations have.
    private var wholeNumber: Int? {
        guard let double, double.magnitude < 1e9, double == double.rounded() else { return nil }
        return Int(double)
    }
}

extension UnitConverters {
    /// A number in a unit, in the canonical unit of a type.
    mutating func value(
        _ number: JSONValue,
        in unit: JSONValue,
        of type: QuantityType
    ) throws(SampleRejection) -> Double {
        let number = try number.measured("value")
        let value = try converter(unit, to: type).convert(number)
        guard value.isFinite else {
            throw SampleRejection(.valueNotFinite, "value", "The number is too large.")
        }
        guard abs(value) <= QuantityType.largestMagnitude else {
            throw SampleRejection(
                .valueTooLarge,
                "value",
                "The value is beyond 1e18 \(type.canonicalUnit.description)."
            )
        }
        if type.aggregationStyle == .cumulative && value < 0 {
            throw SampleRejection(
                .negativeValue,
                "value",
                "A value of a cumulative type cannot be negative."
            )
        }
        // Negative zero is zero, also to a content identity.
        return value == 0 ? 0 : value
    }
}
