import HTTPServer
import HealthAPI
import HealthModel
import HealthStore
import JSON

/// A deletion taken apart: what to delete, by one of three ways to say it.
struct DeletionRequest {
    /// A name in the request, and what it stands for; nil where it is none.
    struct Entry {
        let name: String
        let id: SampleID?
    }

    /// What is to be deleted.
    enum Target {
        /// Samples by identifier.
        case identifiers([Entry])
        /// Samples of a type by sync identifier.
        case synchronized(SampleType, [String])
        /// Samples of a type in a range.
        case range(SampleType, TimeRange, StrictOptions)
    }

    /// What is to be deleted.
    let target: Target
    /// Whether what a correlation holds goes with it.
    let includesContained: Bool

    /// Reads a body.
    ///
    /// Members of other names are refused: a misspelt `strict`, or a filter of queries that
    /// deletions do not have, would delete more than was meant.
    ///
    /// - Throws: `Problem` for a body that says none of the three, or more than one.
    init(_ body: RequestBody) throws {
        (target, includesContained) = try JSONBody.parse(body) { root in
            try root.refuseDuplicates()
            try root.refuseMembers(
                except: ["uuids", "type", "syncIdentifiers", "start", "end", "strict", "contained"]
            )
            let includesContained = try root.optionalBool("contained") ?? false
            let limit = SampleDeletion.limit(includesContained: includesContained)
            return (try Target(root, limit: limit), includesContained)
        }
    }

    /// The store's words for it.
    var selection: SampleDeletion.Selection {
        switch target {
        case .identifiers(let entries): .identifiers(entries.compactMap(\.id))
        case .synchronized(let type, let identifiers):
            .synchronized(typeID: type.id, keys: identifiers.map(SyncIdentity.key(of:)))
        case .range(let type, let range, let strict):
            .range(typeID: type.id, range, strict)
        }
    }

    /// Refuses a type that the caller may not share.
    ///
    /// A correlation goes by what it holds, which only the store knows.
    ///
    /// - Throws: `Problem` with `authorizationNotDetermined` or `sharingDenied`.
    func checkShare(_ access: UserAccess) throws {
        switch target {
        case .identifiers: return
        case .synchronized(let type, _), .range(let type, _, _):
            guard type.isGrantable else { return }
            switch access.shareStatus(of: type.id) {
            case .sharingAuthorized: return
            case .notDetermined: throw Problem(.authorizationNotDetermined, field: "type")
            case .sharingDenied: throw Problem(.sharingDenied, field: "type")
            }
        }
    }
}

extension Problem {
    /// Says in the words of single deletions why a type may not be deleted from.
    fileprivate init(_ code: ProblemCode, field: String) {
        let outcome: DeletionOutcome =
            code == .sharingDenied ? .sharingDenied : .authorizationNotDetermined
        self.init(code, outcome.rejection?.detail ?? "", field: field)
    }
}

extension DeletionRequest.Target {
    fileprivate init(_ root: JSONValue, limit: Int) throws {
        let isByIdentifier = root.has("uuids")
        let isBySyncIdentifier = root.has("syncIdentifiers")
        let isByRange = root.has("start") || root.has("end") || root.has("strict")
        let count = [isByIdentifier, isBySyncIdentifier, isByRange].count { $0 }
        guard count == 1, isByIdentifier != root.has("type") else {
            throw Problem(
                .invalidRequest,
                "The body must have uuids; or type and syncIdentifiers; or type, start and end."
            )
        }
        if isByIdentifier {
            self = .identifiers(
                try root.names("uuids", limit: limit).map {
                    DeletionRequest.Entry(name: $0, id: SampleID($0))
                }
            )
        } else if isBySyncIdentifier {
            self = .synchronized(
                try Self.type(root),
                try root.names("syncIdentifiers", limit: limit)
            )
        } else {
            self = .range(try Self.type(root), try Self.range(root), try Self.strict(root))
        }
    }

    private static func type(_ root: JSONValue) throws -> SampleType {
        let name = try root.requiredString("type", limit: 200)
        guard let type = Catalogue.sampleType(name) else {
            throw Problem(.unknownType, "There is no such type.", field: "type")
        }
        return type
    }

    private static func range(_ root: JSONValue) throws -> TimeRange {
        let (start, end) = (try time(root, "start"), try time(root, "end"))
        // A query takes an empty range for the samples around an instant; a deletion does not guess.
        guard start < end else {
            throw Problem(.invalidRange, "The range must end after it starts.", field: "end")
        }
        return TimeRange(start: start, end: end)
    }

    private static func time(_ root: JSONValue, _ name: String) throws -> Instant {
        guard let time = RFC3339.parse(try root.requiredString(name, limit: 64)),
            Instant.supported.contains(time.instant)
        else {
            throw Problem(
                .invalidRequest,
                "Not an RFC 3339 time with an offset, such as 2026-11-30T08:00:00+01:00.",
                field: name
            )
        }
        return time.instant
    }

    private static func strict(_ root: JSONValue) throws -> StrictOptions {
        var options: StrictOptions = []
        for word in try root.strings("strict", limit: 2) {
            switch word {
            case "start": options.insert(.start)
            case "end": options.insert(.end)
            default: throw Problem(.invalidRequest, "Not one of: start, end.", field: "strict")
            }
        }
        return options
    }
}

extension JSONValue {
    /// Whether a member is there and not null.
    fileprivate func has(_ name: String) -> Bool { self[name].map { !$0.isNull } ?? false }

    /// A member that is a list of names.
    ///
    /// - Throws: `Problem` with `batchTooLarge`, `invalidRequest`.
    fileprivate func names(_ name: String, limit: Int) throws -> [String] {
        if let value = self[name], value.kind == .array, value.count > limit {
            throw Problem(.batchTooLarge, "The list has at most \(limit) entries.", field: name)
        }
        return try strings(name, limit: limit)
    }
}
