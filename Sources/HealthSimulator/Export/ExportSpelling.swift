import HealthModel

/// Values in the spelling of exports.
enum ExportSpelling {
    /// A number, without a point where it is whole.
    static func number(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
    }

    /// The constant of a value of a category type.
    static func constant(_ value: CategoryDraft, of type: String) -> String {
        guard case .category(let type) = Catalogue.sampleType(type) else { return words(value) }
        return constant(value, in: type.enumeration)
    }

    /// The constant of a value of an enumeration; the value as it is where there is none.
    static func constant(_ value: CategoryDraft, in enumeration: Enumeration) -> String {
        let rawValue =
            switch value {
            case .raw(let number): number
            case .named(let name): enumeration.rawValue(named: name) ?? -1
            }
        return enumeration.constants[rawValue] ?? words(value)
    }

    private static func words(_ value: CategoryDraft) -> String {
        switch value {
        case .raw(let number): String(number)
        case .named(let name): name
        }
    }

    /// The text of a metadata value.
    static func words(_ value: MetadataValue) -> String {
        switch value {
        case .string(let text): text
        case .number(let value): number(value)
        case .boolean(let isTrue): isTrue ? "1" : "0"
        }
    }

    /// The description of a device.
    static func words(_ device: Device) -> String {
        let fields = [
            ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model),
            ("hardware", device.hardwareVersion), ("firmware", device.firmwareVersion),
            ("software", device.softwareVersion), ("localIdentifier", device.localIdentifier),
        ]
        let words = fields.compactMap { name, value in value.map { ", \(name):\($0)" } }
        return "<<HKDevice: 0x281a7c3e0>" + words.joined() + ">"
    }
}
