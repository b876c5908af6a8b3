import HealthModel
import Postgres

/// What a row of samples says of its source: the source itself and the revision.
struct StoredReference: Hashable, Sendable {
    /// The source's number.
    var source: Int32
    /// The revision's number.
    var revision: Int32
}

/// The sources of a batch matched with what is stored.
///
/// What is new gets a stand-in below zero, one for each key, until samples that are stored need it:
/// a batch that stores nothing adds nothing. The caller holds the user's stream lock from the first
/// question to the last insert; that makes numbering from the largest one on safe.
struct BatchSources {
    private let references: [SourceReference]
    private let user: UserID
    private let sourceKeys: [UInt128]
    private let revisionKeys: [UInt128]
    private var numbers: [StoredReference] = []

    /// Prepares to match the side table of a batch.
    init(_ references: [SourceReference], user: UserID) {
        self.references = references
        self.user = user
        sourceKeys = references.map { DerivedIdentifier.source($0.identity, of: user).bits }
        revisionKeys = references.map { DerivedIdentifier.revision($0, of: user).bits }
    }

    /// The binds of `SourceSQL.findByKey`.
    var sourceBinds: [Bind] { [.int8(user.number), .uuidArray(sourceKeys)] }

    /// The binds of `SourceSQL.findRevisions`.
    var revisionBinds: [Bind] { [.int8(user.number), .uuidArray(revisionKeys)] }

    /// Takes over what was found.
    mutating func match(sources: QueryResult, revisions: QueryResult) {
        var sourceNumbers: [UInt128: Int32] = [:]
        for row in 0..<sources.rowCount {
            sourceNumbers[sources.uuid(row, 0)] = sources.int4(row, 1)
        }
        var revisionNumbers: [UInt128: Int32] = [:]
        for row in 0..<revisions.rowCount {
            revisionNumbers[revisions.uuid(row, 0)] = revisions.int4(row, 1)
        }
        numbers = zip(sourceKeys, revisionKeys).map { source, revision in
            StoredReference(
                source: sourceNumbers.number(of: source),
                revision: revisionNumbers.number(of: revision)
            )
        }
    }

    /// The number of a reference's source, the same for the same source; negative if it is new.
    func source(ofReference reference: Int) -> Int32 { numbers[reference].source }

    /// What a reference calls its source.
    func name(ofReference reference: Int) -> String? { references[reference].revision.name }

    /// The numbers of a reference that `additions` was asked for.
    func stored(reference: Int) -> StoredReference { numbers[reference] }

    /// Numbers what is new among the references of samples and answers what has to be written.
    ///
    /// - Throws: `HealthStoreError.tooManySources` when the user would have more than
    ///   `HealthStore.sourceLimit`.
    mutating func additions(
        for samples: [NewSample],
        on connection: Connection
    ) throws -> [PipelineStep] {
        let used = Set(samples.map(\.reference)).sorted()
        guard used.contains(where: { numbers[$0].source < 0 || numbers[$0].revision < 0 }) else {
            return []
        }
        let largest = try connection.run(SourceSQL.largestNumbers, [.int8(user.number)])
        var sources = NewNumbers(after: largest.int4(0, 0))
        var revisions = NewNumbers(after: largest.int4(0, 1))
        for reference in used {
            numbers[reference].source = sources.number(numbers[reference].source, reference)
            numbers[reference].revision = revisions.number(numbers[reference].revision, reference)
        }
        guard sources.largest <= HealthStore.sourceLimit else {
            throw HealthStoreError.tooManySources(limit: HealthStore.sourceLimit)
        }
        return [
            (SourceSQL.insert, insertBinds(sources.firstReferences)),
            (SourceSQL.insertRevisions, revisionInsertBinds(revisions.firstReferences)),
        ]
    }

    private func insertBinds(_ added: [Int]) -> [Bind] {
        let identities = added.map { references[$0].identity }
        return [
            .int8(user.number), .int4Array(added.map { numbers[$0].source }),
            .uuidArray(added.map { sourceKeys[$0] }),
            .textArray(identities.map(\.bundleIdentifier)),
            .optionalTextArray(identities.map(\.productType)),
            .optionalTextArray(identities.map(\.deviceName)),
            .optionalTextArray(identities.map(\.deviceManufacturer)),
            .optionalTextArray(identities.map(\.deviceModel)),
            .optionalTextArray(identities.map(\.deviceHardwareVersion)),
            .optionalTextArray(identities.map(\.deviceLocalIdentifier)),
        ]
    }

    private func revisionInsertBinds(_ added: [Int]) -> [Bind] {
        let revisions = added.map { references[$0].revision }
        let devices = added.map { references[$0].device }
        return [
            .int8(user.number), .int4Array(added.map { numbers[$0].revision }),
            .uuidArray(added.map { revisionKeys[$0] }),
            .int4Array(added.map { numbers[$0].source }),
            .optionalTextArray(revisions.map(\.name)),
            .optionalTextArray(revisions.map(\.version)),
            .optionalTextArray(revisions.map(\.operatingSystemVersion)),
            .optionalTextArray(devices.map { $0?.firmwareVersion }),
            .optionalTextArray(devices.map { $0?.softwareVersion }),
            .optionalTextArray(devices.map { $0?.udiDeviceIdentifier }),
        ]
    }
}

/// Numbers for what had stand-ins, in the order of first need.
private struct NewNumbers {
    private(set) var largest: Int32
    /// For each new number, the reference that needed it first.
    private(set) var firstReferences: [Int] = []
    private var numbers: [Int32: Int32] = [:]

    init(after largest: Int32) {
        self.largest = largest
    }

    mutating func number(_ known: Int32, _ reference: Int) -> Int32 {
        if known > 0 { return known }
        if let number = numbers[known] { return number }
        largest += 1
        numbers[known] = largest
        firstReferences.append(reference)
        return largest
    }
}

extension [UInt128: Int32] {
    /// The number of a key; a new key gets the next stand-in.
    fileprivate mutating func number(of key: UInt128) -> Int32 {
        if let number = self[key] { return number }
        let standIn = -1 - Int32(count)
        self[key] = standIn
        return standIn
    }
}
