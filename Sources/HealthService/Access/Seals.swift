import Crypto
import HealthAPI
import HealthModel
import HealthStore

/// Positions that clients hold for us: encrypted, authenticated and bound to who may use them.
///
/// A readable position would let a client count the changes it may not see.
package struct Seals: Sendable {
    /// The namespace of identifiers made from the content of samples.
    ///
    /// As secret as the key: else a client could compute the identifier of a sample that another
    /// one saved without a uuid, push something under it, and read the outcome as an answer.
    let contentNamespace: UInt128

    /// What the tokens of forms are made with.
    let formKey: [UInt8]

    private let sealer: Sealer

    /// Makes seals with the store's key.
    package init(key: [UInt8]) {
        sealer = Sealer(key: key)
        let code = HMACSHA256.authenticate("content identity".utf8, key: key)
        contentNamespace = Self.number(code[..<16])
        formKey = HMACSHA256.authenticate("forms of pages".utf8, key: key)
    }

    /// Seals the place where a page of samples ended; `filter` spells out the query it belongs to.
    func cursor(_ place: SamplePosition, filter: String, for access: UserAccess) -> String {
        seal(
            [Self.cursorVersion] + Self.bytes(place.start) + Self.bytes(place.id.bits),
            context: Self.context("cursor\n" + filter, access)
        )
    }

    /// Opens a cursor.
    ///
    /// - Throws: `Problem` with `cursorInvalid` for one that is broken, or of another user, client
    ///   or query.
    func place(cursor: String, filter: String, for access: UserAccess) throws -> SamplePosition {
        let context = Self.context("cursor\n" + filter, access)
        guard let sealed = Base64URL.decode(cursor),
            let plain = sealer.open(sealed, context: context),
            plain.count == 25, plain[0] == Self.cursorVersion
        else {
            throw Problem(
                .cursorInvalid,
                "The cursor is not one this query was given.",
                field: "cursor"
            )
        }
        return SamplePosition(
            start: Int64(truncatingIfNeeded: Self.number(plain[1..<9])),
            id: SampleID(bits: Self.number(plain[9..<25]))
        )
    }

    private static let cursorVersion: UInt8 = 1
}

/// The parts of what is sealed.
extension Seals {
    /// Seals bytes for one use.
    func seal(_ plain: [UInt8], context: [UInt8]) -> String {
        Base64URL.encode(sealer.seal(plain, context: context))
    }

    /// Opens what was sealed for that use; nil when it is anything else.
    func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        sealer.open(sealed, context: context)
    }

    /// Binds a kind of thing to a user and a client.
    static func context(_ kind: String, _ access: UserAccess) -> [UInt8] {
        Array("\(kind)\n\(access.user)\n\(access.client)".utf8)
    }

    /// A number's bytes, the most significant first.
    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// The number of such bytes.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt128 {
        bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
}
