#if !canImport(HealthKit)
import Foundation

/// A value in an object's metadata: one of the kinds that HealthKit allows.
enum MetadataContent: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A truth value.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number.
    case number(Double)
    /// An instant.
    case date(Date)
    /// A number and a unit.
    case quantity(HKQuantity)

    /// Takes a value of a dictionary that a program made; nil for kinds that HealthKit refuses.
    init?(_ value: Any) {
        switch value {
        case let value as NSNumber: self.init(value)
        case let value as String: self = .string(value)
        case let value as Bool: self = .boolean(value)
        case let value as Date: self = .date(value)
        case let value as HKQuantity: self = .quantity(value)
        case let value as NSString: self = .string(value.description)
        case let value as any BinaryInteger: self.init(number: Double(value))
        case let value as any BinaryFloatingPoint: self.init(number: Double(value))
        default: return nil
        }
    }

    /// Takes a number, as a whole one if it is one.
    init(number: Double) {
        self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    }

    private init(_ number: NSNumber) {
        // Foundation on Linux gives truth values the type code of a small whole number.
        if String(cString: number.objCType) == "c", (0...1).contains(number.intValue) {
            self = .boolean(number.boolValue)
        } else {
            self.init(number: number.doubleValue)
        }
    }

    /// The value as HealthKit gives it: Foundation casts its numbers to whatever is asked for.
    var value: Any {
        switch self {
        case .string(let value): value
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value)
        case .date(let value): value
        case .quantity(let value): value
        }
    }
}

/// The metadata of an object, by key.
struct SampleMetadata: Hashable, Sendable {
    /// The values under the raw keys.
    var values: [String: MetadataContent] = [:]

    /// Takes a dictionary that a program made; traps on a value that HealthKit refuses.
    init(checking dictionary: [String: Any]?) {
        values = (dictionary ?? [:]).mapValues { value in
            guard let content = MetadataContent(value) else {
                preconditionFailure(
                    "Metadata values must be String, NSNumber, Date or HKQuantity, not"
                        + " \(type(of: value))."
                )
            }
            return content
        }
    }

    /// Joins keys and values that are known to be allowed.
    init(_ values: [String: MetadataContent] = [:]) {
        self.values = values
    }

    /// The dictionary as programs see it; nil when it is empty.
    var dictionary: [String: Any]? {
        values.isEmpty ? nil : values.mapValues(\.value)
    }
}
#endif
