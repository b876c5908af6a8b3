import HealthModel

/// A type that a person switches on or off for an app.
struct Switch: Hashable, Sendable {
    /// What is switched.
    enum Subject: Hashable, Sendable {
        /// A type.
        case type(ObjectType)
        /// All types that nothing else was decided about.
        case everythingElse
    }

    let subject: Subject
    var isOn: Bool

    /// What the form calls it, behind the side.
    var name: String {
        switch subject {
        case .type(let type): type.shortName
        case .everythingElse: "*"
        }
    }

    /// What the person reads.
    var words: Phrase {
        switch subject {
        case .type(let type): TypeName(of: type).name
        case .everythingElse: Words.Sheet.everythingElse
        }
    }

    /// Where the person finds it.
    var group: TypeGroup {
        switch subject {
        case .type(let type): TypeName(of: type).group
        case .everythingElse: .other
        }
    }
}

/// A side of what an app may do.
enum Side: String, Hashable, Sendable, CaseIterable {
    case share
    case read

    /// What a form calls a switch; one that is off is not sent at all.
    func field(_ item: Switch) -> String { rawValue + "." + item.name }
}

extension Page {
    /// One side of a sheet: switches by group; nothing where there are none.
    func side(_ side: Side, _ content: SheetContent.Side, _ heading: HTML) -> HTML {
        guard !content.switches.isEmpty else { return .nothing }
        return HTML(.fieldset, .class("side")) {
            HTML(.legend) { HTML(.h2) { heading } }
            if let description = content.usageDescription {
                HTML(.p, .class("usage")) {
                    HTML(.span, .class("says")) { Words.Sheet.explanation[language] }
                    HTML(.bdi, .unknownLanguage) { description }
                }
            }
            for group in TypeGroup.allCases {
                self.group(group, side, content.switches.filter { $0.group == group })
            }
        }
    }

    private func group(_ group: TypeGroup, _ side: Side, _ switches: [Switch]) -> HTML {
        guard !switches.isEmpty else { return .nothing }
        return HTML(.fieldset, .class("group")) {
            HTML(.legend) { group.name[language] }
            HTML(.div, .class("card")) {
                for item in switches { row(side, item) }
            }
        }
    }

    private func row(_ side: Side, _ item: Switch) -> HTML {
        let field = side.field(item)
        return HTML(.label, .class("switch"), .for(field)) {
            HTML(.span) { item.words[language] }
            HTML(
                .input,
                .type("checkbox"),
                .role("switch"),
                .id(field),
                .name(field),
                item.isOn ? .checked : nil
            )
        }
    }
}
