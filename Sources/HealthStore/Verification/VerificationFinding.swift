/// Something in the database that must never be.
package struct VerificationFinding: Sendable, Hashable {
    /// What is wrong.
    package enum Kind: String, Sendable, CaseIterable {
        /// A kept sum has other bits than its samples give.
        case keptSumDiffers
        /// Samples touch a quarter hour that has no kept sum and no mark.
        case keptSumMissing
        /// A sum is kept where no sample touches.
        case keptSumWithoutData
        /// The list of who saved what counts other samples than there are, misses some, or has
        /// somebody who saved none.
        case sampleCountDiffers
        /// Samples name a source that there is not.
        case sourceMissing
        /// Samples name a version of a source that there is not.
        case revisionMissing
        /// Samples name a version that is another source's.
        case revisionOfOtherSource
        /// Samples name a correlation that there is not.
        case containerMissing
        /// A place in the change feed that was never given out.
        case positionBeyondEnd
        /// A place in the change feed that several things have.
        case positionRepeated
        /// A user without the row that orders their changes.
        case streamMissing
        /// Rows of a user that there is not.
        case userMissing

        /// Whether it is derived from samples, so that it can be made right.
        package var isRepairable: Bool {
            switch self {
            case .keptSumDiffers, .keptSumMissing, .keptSumWithoutData, .sampleCountDiffers: true
            default: false
            }
        }
    }

    /// What is wrong.
    package let kind: Kind
    /// Whose data.
    package let user: UserID
    /// The type's number, where it is about one.
    package var typeID: Int16?
    /// The start of the quarter hour in microseconds, where it is about one, or about its hour.
    package var quarter: Int64?
    /// The number of the source, where it is about one.
    package var source: Int32?
    /// The client that saved, where it is about one's.
    package var client: ClientID?
    /// The place in the change feed, where it is about one.
    package var position: Int64?
    /// What is stored: a sum, which is a health value, or a number of samples; nil for nothing.
    package var stored: Double?
    /// What it should be, or for references how many samples are concerned; nil for nothing.
    package var expected: Double?
    /// Whether it has been made right.
    package var isRepaired = false

    init(_ kind: Kind, user: UserID, typeID: Int16? = nil) {
        self.kind = kind
        self.user = user
        self.typeID = typeID
    }

    func with(_ change: (inout VerificationFinding) -> Void) -> VerificationFinding {
        var changed = self
        change(&changed)
        return changed
    }
}

/// What a verification went through and found.
package struct VerificationSummary: Sendable, Hashable {
    /// Users gone through.
    package var users = 0
    /// Types of users.
    package var types = 0
    /// Days with totals or samples of types that are merged.
    package var days = 0
    /// Samples of all types.
    package var samples = 0
    /// Days that were written to all the time, so that they could not be compared.
    package var busyDays = 0
    /// What was found.
    package var differences = 0
    /// What of it was made right.
    package var repaired = 0
    /// Whether somewhere there was more of a kind than one look takes in.
    package var isCutShort = false

    /// Begins with nothing.
    package init() {}

    /// Whether all is as it must be now.
    package var isClean: Bool { differences == repaired }
}

/// How far a verification has come.
package struct VerificationProgress: Sendable, Hashable {
    /// Users that are done.
    package var users = 0
    /// Users that there were at the start.
    package var totalUsers = 0
    /// Days that are done.
    package var days = 0
    /// The share of the user under way that is done, 0 to 1.
    package var share = 0.0
}
