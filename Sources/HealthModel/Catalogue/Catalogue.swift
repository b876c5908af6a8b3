/// The types and metadata keys that the server knows; the rows are generated from tables.
package enum Catalogue {
    /// Finds a quantity type by its full or short name; nil for other kinds and unknown names.
    package static func quantityType(_ name: String) -> QuantityType? {
        id(named: name).flatMap(quantityType(id:))
    }

    /// Finds a quantity type by the number it is stored under.
    package static func quantityType(id: Int16) -> QuantityType? {
        let index = Int(id) - 1
        return quantityTypes.indices.contains(index) ? quantityTypes[index] : nil
    }

    /// Finds a quantity type by its full or short name in UTF-8, without allocating.
    package static func quantityType(utf8 name: UnsafeRawBufferPointer) -> QuantityType? {
        names.id(of: name).flatMap(quantityType(id:))
    }

    /// Finds a type of any kind by its full or short name.
    package static func sampleType(_ name: String) -> SampleType? {
        id(named: name).flatMap(sampleType(id:))
    }

    /// Finds a type of any kind by the number it is stored under.
    package static func sampleType(id: Int16) -> SampleType? {
        if let type = quantityType(id: id) { return .quantity(type) }
        if let type = categoryType(id: id) { return .category(type) }
        if id == WorkoutType.id { return .workout }
        return CorrelationType(rawValue: id).map(SampleType.correlation)
    }

    /// Finds a type of any kind by its full or short name in UTF-8, without allocating.
    package static func sampleType(utf8 name: UnsafeRawBufferPointer) -> SampleType? {
        names.id(of: name).flatMap(sampleType(id:))
    }

    /// Finds a category type by the number it is stored under.
    package static func categoryType(id: Int16) -> CategoryType? {
        let index = Int(id) - firstCategoryID
        return categoryTypes.indices.contains(index) ? categoryTypes[index] : nil
    }

    /// Every type that samples can have, by number.
    package static let sampleTypes: [SampleType] =
        quantityTypes.map(SampleType.quantity) + categoryTypes.map(SampleType.category)
        + [.workout] + CorrelationType.allCases.map(SampleType.correlation)

    /// The raw form of a metadata key.
    ///
    /// HealthKit's headers name a constant (`HKMetadataKeyTimeZone`) whose value often differs
    /// (`HKTimeZone`); both spellings give the value. Keys not in the catalogue stay as they are.
    package static func canonicalMetadataKey(_ key: String) -> String {
        rawMetadataKeys[key] ?? key
    }

    private static let firstCategoryID = 1001

    private static let names = NameTable(
        sampleTypes.flatMap { [($0.identifier, $0.id), ($0.shortName, $0.id)] }
    )

    private static func id(named name: String) -> Int16? {
        var name = name
        return name.withUTF8 { names.id(of: UnsafeRawBufferPointer($0)) }
    }
}

extension Catalogue {
    /// Gives the spelling that an identifier has in HealthKit's Swift interface.
    ///
    /// The capitals in front become small, except one that begins a word after an acronym:
    /// `StepCount` is `stepCount`, `VO2Max` is `vo2Max`, `UVExposure` is `uvExposure`.
    static func shortName(of identifier: String, after prefix: String) -> String {
        let name = identifier.dropFirst(prefix.count)
        var initials = name.prefix { $0.isUppercase }
        let rest = name[initials.endIndex...]
        if initials.count > 1, let next = rest.first, next.isLowercase {
            initials.removeLast()
        }
        return initials.lowercased() + name[initials.endIndex...]
    }
}
