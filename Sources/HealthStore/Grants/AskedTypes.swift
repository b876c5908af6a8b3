/// The types that a client asks for, sorted by their numbers, none of them twice.
package struct AskedTypes: Hashable, Sendable {
    /// Those it wants to save samples of.
    package let share: [Int16]
    /// Those of which it wants to see what others saved.
    package let read: [Int16]

    /// Takes types in any order.
    package init(share: some Sequence<Int16>, read: some Sequence<Int16>) {
        self.share = Set(share).sorted()
        self.read = Set(read).sorted()
    }

    /// Whether nothing is asked for.
    package var isEmpty: Bool { share.isEmpty && read.isEmpty }
}

/// Whether a request would show anything, as HealthKit's `HKAuthorizationRequestStatus` has it.
package enum RequestStatus: String, Sendable {
    /// Some type was not decided yet.
    case shouldRequest
    /// There is nothing to decide.
    case unnecessary
}

extension Grants {
    /// What of the types asked for nobody has decided yet, share and read apart.
    package func undecided(
        share: some Sequence<Int16>,
        read: some Sequence<Int16>
    ) -> AskedTypes {
        AskedTypes(
            share: share.filter { decidedShare($0) == nil },
            read: read.filter { decidedRead($0) == nil }
        )
    }

    /// Whether a request for these types would show anything.
    ///
    /// It tells whether somebody was asked about reading, and nothing of the answer.
    package func requestStatus(
        share: some Sequence<Int16>,
        read: some Sequence<Int16>
    ) -> RequestStatus {
        undecided(share: share, read: read).isEmpty ? .unnecessary : .shouldRequest
    }
}
