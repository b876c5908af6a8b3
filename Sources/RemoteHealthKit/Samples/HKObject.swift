#if !canImport(HealthKit)
public import Foundation

/// Something that the health store keeps.
///
/// Objects are equal when their identifiers are. Differs from HealthKit: objects cannot be archived
/// (`NSSecureCoding`).
///
/// Unchecked: nothing changes after `init`, which only this module calls.
open class HKObject: NSObject, @unchecked Sendable {
    /// The object's identifier.
    public let uuid: UUID
    /// The hardware the object was recorded with, if known.
    public let device: HKDevice?
    /// What else is known of the object, as the server or the program gave it.
    let content: SampleMetadata
    /// Who saved the object; nil of one that this program made and has not read back.
    let revision: HKSourceRevision?
    /// The correlation that the object is in, as far as the server said.
    let correlation: UUID?

    init(facts: ObjectFacts) {
        uuid = facts.uuid
        device = facts.device
        content = facts.metadata
        revision = facts.revision
        correlation = facts.correlation
    }

    /// Who saved the object, at which version.
    ///
    /// Of an object that was just made, this program.
    open var sourceRevision: HKSourceRevision {
        revision ?? HKSourceRevision(source: .own, version: nil)
    }

    /// Who saved the object; an older name of `sourceRevision.source`.
    open var source: HKSource { sourceRevision.source }

    /// What else is known of the object, by keys such as `HKMetadataKeyTimeZone`.
    ///
    /// Values are `String`, `NSNumber`, `Date` and `HKQuantity`. Differs from HealthKit: dates and
    /// quantities under keys that are not HealthKit's own come back from the server as text, such as
    /// `12 km` or `2026-11-30T08:00:00Z`.
    open var metadata: [String: Any]? { content.dictionary }

    /// Whether the other object has the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKObject)?.uuid == uuid
    }

    /// A hash of the identifier.
    open override var hash: Int { uuid.hashValue }

    /// The class and the identifier: health data belongs in no log.
    open override var description: String { "<\(type(of: self)) \(uuid)>" }
}

/// What every object has.
struct ObjectFacts {
    /// The identifier.
    var uuid = UUID()
    /// Who saved it; nil of an object that was just made.
    var revision: HKSourceRevision?
    /// The hardware.
    var device: HKDevice?
    /// Everything else.
    var metadata = SampleMetadata()
    /// The correlation it is in.
    var correlation: UUID?
}

extension ObjectFacts {
    /// The facts of an object that the program makes; traps on metadata that HealthKit refuses.
    init(device: HKDevice?, metadata: [String: Any]?) {
        self.device = device
        self.metadata = SampleMetadata(checking: metadata)
    }
}

/// What is left of an object that was deleted.
///
/// Unchecked: nothing changes after `init`, which only this module calls.
open class HKDeletedObject: NSObject, @unchecked Sendable {
    /// The identifier the object had.
    public let uuid: UUID
    /// The keys of synchronisation the object had.
    ///
    /// Differs from HealthKit: always nil, as the server keeps nothing of what is deleted.
    open var metadata: [String: Any]? { nil }

    init(uuid: UUID) {
        self.uuid = uuid
    }

    /// Whether the other object has the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// A hash of the identifier.
    open override var hash: Int { uuid.hashValue }
}
#endif
