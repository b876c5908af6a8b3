import HealthAPI
import HealthModel
import HealthStore
import JSON

/// Samples that hold other samples.
extension SampleDecoder {
    private typealias Object = (fields: SampleFields, type: SampleType)

    /// A correlation with its objects.
    ///
    /// To save one a client must be allowed to share every type in it (HealthKit's rule), which is
    /// judged before anything else.
    mutating func correlation(
        _ fields: SampleFields,
        _ type: CorrelationType,
        index: Int
    ) throws(SampleRejection) -> NewSample {
        let objects = try objects(of: fields)
        try type.check(objects.map(\.type))
        let frame = try frame(fields)
        var members: [NewSample] = []
        members.reserveCapacity(objects.count)
        for (place, object) in objects.enumerated() {
            do throws(SampleRejection) {
                let inner = try self.frame(object.fields, in: (fields, frame))
                members.append(try plain(object.fields, object.type, inner, index: index))
            } catch {
                throw error.inside("objects[\(place)]")
            }
        }
        let correlation = try newSample(
            fields,
            frame,
            index: index,
            typeID: type.rawValue,
            value: 0,
            members: members,
            beyond: Self.identity(of: members)
        )
        try Self.checkIdentifiers(of: correlation)
        return correlation
    }

    private func objects(of fields: SampleFields) throws(SampleRejection) -> [Object] {
        guard let array = fields.member("objects") else { throw .missing("objects") }
        guard array.kind == .array else { throw .invalid("objects", "Must be an array.") }
        guard (1...limits.objectsPerCorrelation).contains(array.count) else {
            throw .invalid("objects", "Must hold 1 to \(limits.objectsPerCorrelation) samples.")
        }
        var objects: [Object] = []
        objects.reserveCapacity(array.count)
        for (place, element) in array.elements.enumerated() {
            do throws(SampleRejection) {
                objects.append(try object(element))
            } catch {
                throw error.inside("objects[\(place)]")
            }
        }
        return objects
    }

    private func object(_ value: JSONValue) throws(SampleRejection) -> Object {
        try value.requireObject(nil)
        let fields = try SampleFields(value)
        let type = try fields.sampleType()
        switch type {
        case .quantity, .category: break
        case .workout, .correlation:
            throw SampleRejection(
                .unsupportedType,
                "type",
                "A correlation holds quantity and category samples."
            )
        }
        try checkShare(of: type)
        return (fields, type)
    }

    /// The identifiers of the members, whose order does not matter.
    private static func identity(of members: [NewSample]) -> [UInt8] {
        members.map(\.id).sorted().flatMap { id in
            withUnsafeBytes(of: id.bits.bigEndian) { Array($0) }
        }
    }

    /// Insists that no identifier comes twice; one made from content does where content does.
    private static func checkIdentifiers(of correlation: NewSample) throws(SampleRejection) {
        var seen: Set<SampleID> = [correlation.id]
        for (place, member) in correlation.members.enumerated() {
            guard seen.insert(member.id).inserted else {
                throw .invalid("objects[\(place)].uuid", "The same sample is given twice.")
            }
        }
    }
}

extension CorrelationType {
    /// Insists on objects of the types that the correlation is made of.
    fileprivate func check(_ types: [SampleType]) throws(SampleRejection) {
        for (place, type) in types.enumerated() where !holds(type) {
            throw SampleRejection(
                .unsupportedType,
                "objects[\(place)].type",
                "Not a type that \(identifier) holds."
            )
        }
        if self == .bloodPressure, types.count != 2 || types[0] == types[1] {
            throw .invalid("objects", "Must be one systolic and one diastolic pressure.")
        }
    }

    private func holds(_ type: SampleType) -> Bool {
        switch self {
        case .bloodPressure:
            ["bloodPressureSystolic", "bloodPressureDiastolic"].contains(type.shortName)
        case .food: type.identifier.hasPrefix("HKQuantityTypeIdentifierDietary")
        }
    }
}
