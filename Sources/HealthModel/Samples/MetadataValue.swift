/// A value in a sample's metadata dictionary.
package enum MetadataValue: Hashable, Sendable {
    /// Text; dates and quantities that an export prints travel as text too.
    case string(String)
    /// A number, as JSON has it.
    case number(Double)
    /// A truth value.
    case boolean(Bool)
}
