import Crypto
import HealthAPI
import HealthModel
import HealthStore

/// Cursors of lists for operators: opaque, but no secret, as those who get them see everything.
enum ListCursor {
    /// The cursor behind a place.
    static func text(of place: ListPlace) -> String {
        Base64URL.encode(Seals.bytes(place.time.microseconds) + Seals.bytes(place.id.bits))
    }

    /// The place of a cursor.
    ///
    /// - Throws: `Problem` with `cursorInvalid`.
    static func place(_ text: String) throws -> ListPlace {
        guard let bytes = Base64URL.decode(text), bytes.count == 24 else { throw refusal }
        let time = Int64(truncatingIfNeeded: Seals.number(bytes[..<8]))
        guard Instant.supported.contains(Instant(microseconds: time)) else { throw refusal }
        return ListPlace(
            time: Instant(microseconds: time),
            id: SampleID(bits: Seals.number(bytes[8...]))
        )
    }

    /// The cursor behind a user.
    static func text(of user: UserID) -> String {
        Base64URL.encode(Seals.bytes(user.number))
    }

    /// The user of a cursor.
    ///
    /// - Throws: `Problem` with `cursorInvalid`.
    static func user(_ text: String) throws -> UserID {
        guard let bytes = Base64URL.decode(text), bytes.count == 8 else { throw refusal }
        return UserID(number: Int64(truncatingIfNeeded: Seals.number(bytes[...])))
    }

    private static let refusal = Problem(
        .cursorInvalid,
        "The cursor is not one this list was given.",
        field: "cursor"
    )
}

/// One page of a list.
struct ListPage<Element> {
    /// The entries.
    let entries: [Element]
    /// Whether there are more.
    let isCut: Bool

    /// Cuts a list that was asked for one more entry than wanted.
    init(_ found: [Element], limit: Int) {
        entries = Array(found.prefix(limit))
        isCut = found.count > limit
    }

    /// The cursor behind the page; nil at the end of the list.
    func cursor(_ text: (Element) -> String) -> String? {
        isCut ? entries.last.map(text) : nil
    }
}

extension QueryParameters {
    /// How many entries of a list are wanted.
    func pageLimit() throws -> Int { try integer("limit", in: 1...1000) ?? 100 }
}
