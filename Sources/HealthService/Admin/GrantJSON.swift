import HealthModel
import HealthStore
import JSON

/// Templates of grants as the wire has them.
enum GrantJSON {
    static func template(_ template: GrantTemplate) -> [UInt8] {
        JSONWriter.document { write(template, to: &$0) }
    }

    static func templates(_ templates: [GrantTemplate]) -> [UInt8] {
        JSONWriter.document { writer in
            writer.objects("grantTemplates", templates) { write($0, to: &$1) }
        }
    }

    private static func write(_ template: GrantTemplate, to writer: inout JSONWriter) {
        writer.member("name", template.name)
        write(template.share, as: "share", to: &writer)
        write(template.read, as: "read", to: &writer)
    }

    private static func write(
        _ selection: TypeSelection,
        as name: StaticString,
        to writer: inout JSONWriter
    ) {
        writer.key(name)
        writer.beginArray()
        if selection.isEverything { writer.string("*") }
        for type in selection.typeIDs.sorted().compactMap(Catalogue.objectType(id:)) {
            writer.string(type.identifier)
        }
        writer.endArray()
    }
}

/// What became of a decision for many users.
struct GrantTally {
    /// For how many it was made.
    var granted = 0
    /// Who does not exist.
    var missing: [UserID] = []

    /// The answer: `{granted,outcomes:[{user,outcome}]}`, with those it was not made for.
    func json() -> [UInt8] {
        JSONWriter.document { writer in
            writer.member("granted", granted)
            writer.objects("outcomes", missing) { user, writer in
                writer.member("user", user.description)
                writer.member("outcome", "userNotFound")
            }
        }
    }
}
