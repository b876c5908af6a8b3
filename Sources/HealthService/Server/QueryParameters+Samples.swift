import HealthAPI
import HealthModel
import HealthStore

/// The parameters that several calls about samples share.
extension QueryParameters {
    /// Which ends must lie in the range: `strict=start`, `strict=end`, `strict=start,end`.
    func strictOptions() throws -> StrictOptions {
        var options: StrictOptions = []
        for word in try list("strict") ?? [] {
            switch word {
            case "start": options.insert(.start)
            case "end": options.insert(.end)
            default:
                throw Problem(.invalidParameter, "Not one of: start, end.", field: "strict")
            }
        }
        return options
    }

    /// The filter a caller asked for, within what it may see.
    func filter(visibility: Visibility) throws -> SampleFilter {
        SampleFilter(
            visibility: visibility,
            sources: try list("source").map { try $0.map { try Self.sourceKey($0, "source") } },
            isUserEntered: try choice("userEntered", ["only": true, "exclude": false])
        )
    }

    /// Values of an enumeration, each given by number, name or constant; nil where none is asked
    /// for.
    ///
    /// - Throws: `Problem` with `invalidParameter`.
    func rawValues(_ name: String, of enumeration: Enumeration) throws -> [Int]? {
        try list(name).map { words in
            try words.map { word in
                guard let value = enumeration.rawValue(named: word) ?? Int(word),
                    enumeration.values[value] != nil
                else {
                    throw Problem(
                        .invalidParameter,
                        "Not a value of \(enumeration.name)" + enumeration.choices + ".",
                        field: name
                    )
                }
                return value
            }
        }
    }

    /// A source's identifier.
    ///
    /// A well-formed one that is unknown is not refused: whether a source exists is not for every
    /// caller to know.
    static func sourceKey(_ text: String, _ field: String) throws -> SampleID {
        guard let key = SampleID(text) else {
            throw Problem(.unknownSource, "Not a source's id.", field: field)
        }
        return key
    }

    /// The range of a query on instants.
    ///
    /// - Throws: `Problem` with `missingParameter`, `invalidParameter`, `invalidRange`.
    func range() throws -> (start: ZonedInstant, end: ZonedInstant) {
        _ = try requiredText("start")
        _ = try requiredText("end")
        guard let start = try time("start"), let end = try time("end") else {
            throw Problem(.missingParameter, "The parameter is required.", field: "start")
        }
        guard start.instant <= end.instant else {
            throw Problem(.invalidRange, "The range ends before it starts.", field: "end")
        }
        return (start, end)
    }
}

extension Catalogue {
    /// The type of a name, of any kind.
    ///
    /// - Throws: `Problem` with `unknownType`.
    static func requireSampleType(_ name: String, field: String) throws -> SampleType {
        guard let type = sampleType(name) else {
            throw Problem(.unknownType, "There is no such type.", field: field)
        }
        return type
    }

    /// The quantity type of a name.
    ///
    /// - Throws: `Problem` with `unknownType`; `unsupportedType` for a type of another kind.
    static func requireQuantityType(_ name: String, field: String) throws -> QuantityType {
        switch sampleType(name) {
        case .quantity(let type)?: return type
        case .category?, .workout?, .correlation?:
            throw Problem(
                .unsupportedType,
                "The call is about quantity types.",
                field: field
            )
        case nil: throw Problem(.unknownType, "There is no such type.", field: field)
        }
    }
}

extension Enumeration {
    /// Its values in words, where there are few enough to read.
    fileprivate var choices: String {
        guard values.count <= 16 else { return "" }
        return ", which has: "
            + values.sorted { $0.key < $1.key }.map { "\($0.value) (\($0.key))" }
            .joined(separator: ", ")
    }
}
