#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

extension SampleMetadata {
    /// The metadata as the server takes it.
    ///
    /// The server knows text, numbers and truth values. An instant becomes text in RFC 3339, in UTC;
    /// a quantity becomes text as HealthKit's exports have it, such as `12 km`.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for numbers that are none.
    func wire() throws -> [String: MetadataValue] {
        try values.mapValues { try $0.wire() }
    }

    /// Reads the metadata of the server's answer.
    ///
    /// Of HealthKit's own keys the catalogue says what text stands for: a quantity, an instant, and,
    /// as exports print everything as text, also a number or a truth value. What does not read as
    /// that, and text under other keys, stays text.
    init(from json: JSONValue?) {
        guard let json else { return }
        for (key, value) in json.members {
            let key = Catalogue.canonicalMetadataKey(key.string)
            values[key] = MetadataContent(from: value, kind: MetadataKind.byKey[key])
        }
    }

    /// The zone the object was recorded in, if its metadata says so.
    var zone: Zone? {
        guard case .string(let name) = values[HKMetadataKeyTimeZone] else { return nil }
        return Zone(identifier: name)
    }
}

extension MetadataContent {
    fileprivate func wire() throws -> MetadataValue {
        switch self {
        case .string(let text): .string(text)
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .number(Double(number))
        case .number(let number): .number(try number.checked())
        case .date(let date): .string(RFC3339.format(try date.instant()))
        case .quantity(let quantity):
            .string("\(HKQuantity.spell(try quantity.value.checked())) \(quantity.unit.unitString)")
        }
    }

    fileprivate init?(from json: JSONValue, kind: MetadataKind?) {
        if let flag = json.bool {
            self = .boolean(flag)
        } else if let number = json.double {
            self.init(number: number, kind: kind)
        } else if let text = json.string {
            self.init(text: text, kind: kind)
        } else {
            return nil
        }
    }

    private init(number: Double, kind: MetadataKind?) {
        if kind == .boolean, number == 0 || number == 1 {
            self = .boolean(number == 1)
        } else {
            self.init(number: number)
        }
    }

    private init(text: String, kind: MetadataKind?) {
        self = .string(text)
        switch kind {
        case .quantity:
            if let quantity = HKQuantity(text) { self = .quantity(quantity) }
        case .date:
            if let time = RFC3339.parse(text) { self = .date(Date(time.instant)) }
        case .number, .enum, .boolean:
            if let number = Double(text), number.isFinite { self.init(number: number, kind: kind) }
        case .string, nil: break
        }
    }
}

extension Double {
    /// The number itself.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for infinities and what is no number.
    func checked() throws -> Double {
        guard isFinite else { throw HKError(.errorInvalidArgument, "A value is not finite.") }
        return self
    }
}
#endif
