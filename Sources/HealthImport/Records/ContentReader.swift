import HealthModel

/// Reads what a record measured: a number in a unit, or a case of an enumeration.
struct ContentReader {
    private var types = RecentValues<(name: String, kind: Kind)>()
    private var units = RecentValues<String>()
    private var values = RecentValues<CategoryDraft>()

    /// What the records of a type hold.
    private enum Kind {
        case quantity, category
        /// A category whose only value may be left out.
        case occurrence
        case other
    }

    /// Reads the type's name and the content of a record.
    mutating func content(
        _ attributes: RecordAttributes,
        type: RawText
    ) throws(SkippedRecord) -> (type: String, content: DraftContent) {
        let (name, kind) = types.value(for: type.bytes) { bytes in
            let name = RawText(bytes: bytes).string
            return (name, Self.kind(of: name))
        }
        switch kind {
        case .quantity: return (name, try quantity(attributes, of: name))
        case .category, .occurrence:
            let value = try category(attributes, of: name, isOptional: kind == .occurrence)
            return (name, .category(value))
        case .other: throw SkippedRecord(reason: .notImported, detail: name)
        }
    }

    private mutating func quantity(
        _ attributes: RecordAttributes,
        of type: String
    ) throws(SkippedRecord) -> DraftContent {
        guard let text = attributes.value, !text.bytes.isEmpty else {
            throw SkippedRecord(reason: .missingValue, detail: type)
        }
        guard let value = DecimalNumber.parse(text.bytes) else {
            throw SkippedRecord(reason: .malformedValue, detail: "\(type) value \(text.excerpt)")
        }
        guard let unit = attributes.unit, !unit.bytes.isEmpty else {
            throw SkippedRecord(reason: .missingUnit, detail: type)
        }
        return .quantity(
            value: value,
            unit: units.value(for: unit.bytes) { RawText(bytes: $0).string }
        )
    }

    /// Reads a value; phones left out the only one that mindful sessions and the like can have.
    private mutating func category(
        _ attributes: RecordAttributes,
        of type: String,
        isOptional: Bool
    ) throws(SkippedRecord) -> CategoryDraft {
        guard let text = attributes.value, !text.bytes.isEmpty else {
            guard isOptional else { throw SkippedRecord(reason: .missingValue, detail: type) }
            return .raw(0)
        }
        return values.value(for: text.bytes) { CategoryDraft(printed: RawText(bytes: $0)) }
    }

    private static func kind(of type: String) -> Kind {
        if type.hasPrefix("HKQuantityTypeIdentifier") { return .quantity }
        guard type.hasPrefix("HKCategoryTypeIdentifier") else { return .other }
        guard case .category(let known) = Catalogue.sampleType(type),
            known.valueEnumeration == "HKCategoryValue"
        else { return .category }
        return .occurrence
    }
}

extension CategoryDraft {
    /// Takes a value as exports print it: nearly always by its constant, here and there by number.
    init(printed text: RawText) {
        let text = text.string
        self = Int(text).map { .raw($0) } ?? .named(text)
    }
}
