/// What a writer is and may do, so that what must be stored in the end does not depend on who
/// came first.
struct WriterRole: Sendable {
    /// From 0.
    let number: Int

    /// The user it writes for.
    var user: Int { number / 4 }

    /// The client it is; the first two writers of a user are the same one.
    var client: SoakCast.Client {
        switch number % 4 {
        case 0, 1: .blind
        case 2: .full
        default: .partial
        }
    }

    /// What it is called in findings.
    var name: String { "writer \(number)" }

    /// The types of its samples.
    var types: [SoakType] {
        let all = SoakType.allCases.filter { ![.systolic, .diastolic].contains($0) }
        return switch number % 4 {
        case 0: all.filter { $0 != .water }
        case 1: all.filter { $0 != .sleep }
        default: all
        }
    }

    /// The types that it deletes by range: those that no other writer of its client saves.
    var rangeTypes: [SoakType] {
        switch number % 4 {
        case 0: [.sleep]
        case 1: [.water]
        default: types.filter { $0 != .pressure && !client.isRefused($0) }
        }
    }

    /// Whether another writer is the same client, and writes versions of the same samples.
    var isShared: Bool { number % 4 < 2 }

    /// The types whose sources it puts in order.
    var orderedTypes: [SoakType] {
        number % 4 == 2 ? SoakType.ranked + [.water] : []
    }
}
