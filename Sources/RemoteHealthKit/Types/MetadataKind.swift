#if !canImport(HealthKit)
/// How the value of one of HealthKit's metadata keys is to be read.
enum MetadataKind: Sendable {
    /// Text.
    case string
    /// A number.
    case number
    /// The raw value of an enumeration.
    case `enum`
    /// A truth value.
    case boolean
    /// A number and a unit: on the wire text such as `12 km`.
    case quantity
    /// An instant: on the wire text in RFC 3339.
    case date
}
#endif
