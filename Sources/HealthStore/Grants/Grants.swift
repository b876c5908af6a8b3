/// What a client was told about writing a type, as HealthKit's `HKAuthorizationStatus` has it.
package enum ShareStatus: String, Sendable {
    /// Nobody decided yet.
    case notDetermined
    /// Writing was refused.
    case sharingDenied
    /// Writing was allowed.
    case sharingAuthorized
}

/// One decision: what a client may do with a type; nil where it was not decided.
package struct Grant: Hashable, Sendable {
    /// Whether samples may be saved.
    package var mayShare: Bool?
    /// Whether others' samples may be read.
    package var mayRead: Bool?

    /// Makes a decision.
    package init(mayShare: Bool?, mayRead: Bool?) {
        self.mayShare = mayShare
        self.mayRead = mayRead
    }
}

/// Everything decided for one client and user.
package struct Grants: Hashable, Sendable {
    /// The decision for types without one of their own.
    package var otherwise: Grant
    /// Decisions by the type's id.
    package var byType: [Int16: Grant]

    /// Makes grants; without arguments nothing is decided.
    package init(
        otherwise: Grant = Grant(mayShare: nil, mayRead: nil),
        byType: [Int16: Grant] = [:]
    ) {
        self.otherwise = otherwise
        self.byType = byType
    }

    /// Whether samples of a type may be saved, as the client may know it.
    package func shareStatus(of typeID: Int16) -> ShareStatus {
        switch decidedShare(typeID) {
        case nil: .notDetermined
        case true?: .sharingAuthorized
        case false?: .sharingDenied
        }
    }

    /// Whether others' samples of a type may be read; a client is never told.
    package func mayRead(_ typeID: Int16) -> Bool {
        decidedRead(typeID) ?? false
    }

    /// What was decided about sharing a type.
    ///
    /// A type's own row decides what it is not silent about, the one for all types the rest.
    func decidedShare(_ typeID: Int16) -> Bool? {
        byType[typeID]?.mayShare ?? otherwise.mayShare
    }

    /// What was decided about reading a type.
    func decidedRead(_ typeID: Int16) -> Bool? {
        byType[typeID]?.mayRead ?? otherwise.mayRead
    }
}

/// A list of types in a request, where `*` stands for all.
package struct TypeSelection: Hashable, Sendable {
    /// Whether every type is meant, those of later versions included.
    package var isEverything: Bool
    /// The types named.
    package var typeIDs: Set<Int16>

    /// Makes a selection.
    package init(isEverything: Bool = false, typeIDs: Set<Int16> = []) {
        self.isEverything = isEverything
        self.typeIDs = typeIDs
    }

    /// Whether a type is selected.
    package func contains(_ typeID: Int16) -> Bool {
        isEverything || typeIDs.contains(typeID)
    }
}

extension Grants {
    /// The grants of a decision about everything: what is not listed is refused.
    ///
    /// Where all types are allowed, a type that is named for the other side alone says nothing of this
    /// one: so it goes with all of them when they are taken back.
    package init(share: TypeSelection, read: TypeSelection) {
        otherwise = Grant(mayShare: share.isEverything, mayRead: read.isEverything)
        byType = [:]
        for typeID in share.typeIDs.union(read.typeIDs) {
            let grant = Grant(
                mayShare: share.isEverything ? nil : share.contains(typeID),
                mayRead: read.isEverything ? nil : read.contains(typeID)
            )
            if grant.mayShare == true && !share.isEverything
                || grant.mayRead == true && !read.isEverything
            {
                byType[typeID] = grant
            }
        }
    }
}
