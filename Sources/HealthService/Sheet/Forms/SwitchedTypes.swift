import HealthModel
import HealthStore

/// Types by side: those whose switches were on when a form was sent, or those that it had.
struct SwitchedTypes: Hashable, Sendable {
    /// The types that an app may write.
    private(set) var share: [Int16] = []
    /// The types that an app may read.
    private(set) var read: [Int16] = []
    /// The sides on which everything else is on.
    private(set) var everythingElse: Set<Side> = []

    /// No types.
    init() {}

    /// Takes the switches that were on out of a form.
    ///
    /// - Throws: `SheetTrouble.refusedForm` for anything that no page of ours has.
    init(_ form: FormBody) throws {
        let others = [FormField.action, FormField.token, FormField.language]
        for name in form.names where !others.contains(name) && !name.hasPrefix(FormField.shown) {
            try take(name, form[name])
        }
    }

    /// Takes out of a form which switches the person had before them, on or off.
    ///
    /// - Throws: `SheetTrouble.refusedForm`, as for those that were on.
    init(shownIn form: FormBody) throws {
        for name in form.names where name.hasPrefix(FormField.shown) {
            try take(String(name.dropFirst(FormField.shown.count)), form[name])
        }
    }

    private mutating func take(_ name: String, _ value: String?) throws {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard value == "on", parts.count == 2, let side = Side(rawValue: String(parts[0])) else {
            throw SheetTrouble.refusedForm
        }
        if parts[1] == "*" {
            everythingElse.insert(side)
            return
        }
        guard let type = Catalogue.objectType(String(parts[1])), type.shortName == parts[1] else {
            throw SheetTrouble.refusedForm
        }
        switch side {
        case .share: share.append(type.id)
        case .read: read.append(type.id)
        }
    }

    /// The types of one side, with `Grants.everythingElse` where that is among them.
    func types(_ side: Side) -> [Int16] {
        let rest = everythingElse.contains(side) ? [Grants.everythingElse] : []
        return (side == .share ? share : read) + rest
    }

    /// Whether the switch of a type was on; `Grants.everythingElse` stands for everything else.
    func holds(_ type: Int16, _ side: Side) -> Bool {
        if type == Grants.everythingElse { return everythingElse.contains(side) }
        return (side == .share ? share : read).contains(type)
    }
}
