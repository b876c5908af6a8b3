import HealthModel

/// What people call a type, and the group in which they look for it.
struct TypeName: Hashable, Sendable {
    /// The group that HealthKit has it in.
    let group: TypeGroup
    /// The name in every language.
    let name: Phrase

    /// Makes a row of the table.
    init(
        _ group: TypeGroup,
        en: String,
        fr: String,
        pt: String,
        ja: String,
        vi: String,
        zh: String
    ) {
        self.group = group
        name = Phrase(en: en, fr: fr, pt: pt, ja: ja, vi: vi, zh: zh)
    }

    /// The name of a type; made of its identifier where the table has none.
    init(of type: ObjectType) {
        if let known = Self.all[type.id] {
            self = known
            return
        }
        let name = Self.spaced(type.shortName)
        self.init(.other, en: name, fr: name, pt: name, ja: name, vi: name, zh: name)
    }

    /// The words of a name such as `bloodPressure`: `Blood Pressure`.
    static func spaced(_ name: String) -> String {
        var words = ""
        var previous: Character?
        for character in name {
            if let previous, character.isUppercase, !previous.isUppercase { words += " " }
            words += previous == nil ? character.uppercased() : String(character)
            previous = character
        }
        return words
    }
}

extension ObjectType {
    /// The name that forms have for the type; unique over all kinds.
    var shortName: String {
        switch self {
        case .sample(let type): type.shortName
        case .characteristic(let type): type.shortName
        }
    }
}
