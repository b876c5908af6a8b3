import Crypto
import HealthAPI
import HealthStore

/// Anchors: places in a feed.
extension Seals {
    /// Seals a place in a user's feed.
    func anchor(_ place: ChangePlace, _ binding: AnchorBinding, for access: UserAccess) -> String {
        seal(
            [Self.anchorVersion] + Self.bytes(place.position) + Self.bytes(place.beginning)
                + binding.visibility,
            context: Self.context("anchor\n" + binding.filter, access)
        )
    }

    /// Seals the position of a write: the feed of all types, with nothing of what came before.
    func anchor(_ position: Int64, for access: UserAccess) -> String {
        anchor(
            ChangePlace(position: position, beginning: position),
            AnchorBinding(types: nil, access: access),
            for: access
        )
    }

    /// Opens an anchor.
    ///
    /// - Throws: `Problem` with `anchorInvalid` for one that is broken, or of another user, client
    ///   or filter; `anchorOutdated` when the client may see more or less than when it was given.
    func place(
        anchor: String,
        _ binding: AnchorBinding,
        for access: UserAccess
    ) throws -> ChangePlace {
        guard let sealed = Base64URL.decode(anchor),
            let plain = open(sealed, context: Self.context("anchor\n" + binding.filter, access)),
            plain.count == 25, plain[0] == Self.anchorVersion
        else {
            throw Problem(
                .anchorInvalid,
                "The anchor is not one this feed was given.",
                field: "anchor"
            )
        }
        guard Array(plain[17...]) == binding.visibility else { throw Self.outdated }
        return ChangePlace(
            position: Int64(truncatingIfNeeded: Self.number(plain[1..<9])),
            beginning: Int64(truncatingIfNeeded: Self.number(plain[9..<17]))
        )
    }

    /// The refusal of an anchor that another visibility goes with; it does not say so.
    static let outdated = Problem(.anchorOutdated, startOver, field: "anchor")

    /// What a client has to do about an anchor that leads nowhere.
    static let startOver = "The anchor cannot be used any more; start over without one."

    private static let anchorVersion: UInt8 = 2
}
