#if !canImport(HealthKit)
public import Foundation

/// A place in the changes of the health store, up to which a query has told of them.
///
/// It can be kept between launches, archived (`NSSecureCoding`) or encoded (`Codable`). Differs
/// from HealthKit: an anchor belongs to the types of the query that gave it; with others a query
/// fails with `errorInvalidArgument`. What is in it is sealed by the server.
///
/// `@unchecked Sendable`: nothing changes after `init`.
public final class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, Codable,
    @unchecked Sendable
{
    /// What the server gave; nil for the place before everything.
    let text: String?

    /// Makes the anchor of a place.
    init(text: String?) {
        self.text = text
        super.init()
    }

    /// Makes the anchor before everything of the value 0, the one for which there is a meaning.
    ///
    /// Differs from HealthKit: the numbers of other releases mean nothing here, so every value
    /// stands for the place before everything: a query that goes on from it tells of all samples.
    public convenience init(fromValue value: Int) { self.init(text: nil) }

    /// Anchors are safe to decode from archives of others.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an archived anchor; nil for what is none.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "anchor") else { return nil }
        self.text = text.length == 0 ? nil : String(describing: text)
        super.init()
    }

    /// Archives the anchor.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: text ?? ""), forKey: "anchor")
    }

    /// Decodes an anchor.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String?.self)
        super.init()
    }

    /// Encodes the anchor as text, or as nothing for the place before everything.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Gives the anchor itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same place.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKQueryAnchor).map { $0.text == text } ?? false
    }

    /// A hash of the place.
    public override var hash: Int { text.hashValue }
}
#endif
