import HealthModel
import HealthStore
import JSON

/// Writing of values of samples and of time.
extension StatisticsRequest {
    /// Writes a sample's value: in the unit of the answer, or as a raw value with its name.
    func writeValue(_ value: Double, to writer: inout JSONWriter) {
        switch type {
        case .quantity: writer.member("value", orNull: unit.convert(value))
        case .category(let type):
            let rawValue = Int(value)
            writer.member("value", rawValue)
            writer.member("valueName", type.values[rawValue])
        }
    }

    /// Writes the time covered, in seconds.
    static func writeDuration(_ microseconds: Int64?, to writer: inout JSONWriter) {
        writer.member("duration", orNull: microseconds.map { Double($0) / 1_000_000 })
    }
}
