import Foundation

/// Numbers as people read them, in any locale alike.
enum NumberText {
    /// A whole number with commas between thousands.
    static func whole(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0 && index % 3 == 0 { text = "," + text }
            text = String(digit) + text
        }
        return number < 0 ? "-" + text : text
    }

    /// A number rounded to so many decimals, with commas between thousands; `-` for none.
    static func decimal(_ number: Double?, places: Int = 0) -> String {
        guard let number else { return "-" }
        guard number.magnitude < 1e15 else { return "\(number)" }
        let text = String(format: "%.\(places)f", number.magnitude)
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? "." + parts[1] : ""
        let size = whole(Int(parts[0]) ?? 0) + fraction
        // A number that rounds to nothing has no sign.
        let isNegative = number < 0 && size.contains { ("1"..."9").contains($0) }
        return isNegative ? "-" + size : size
    }

    /// A number with up to three decimals, without zeros at their end.
    static func short(_ number: Double?) -> String {
        var text = decimal(number, places: 3)
        guard text.contains("."), !text.contains("e") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// A number of bytes in a unit that keeps it short.
    static func bytes(_ count: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var size = Double(count)
        var unit = 0
        while size >= 1000 && unit < units.count - 1 {
            size /= 1000
            unit += 1
        }
        return decimal(size, places: unit == 0 ? 0 : 1) + " " + units[unit]
    }

    /// A length of time as `m:ss` or `h:mm:ss`.
    static func clock(seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 359_999).rounded())
        let rest = String(format: "%02d", whole % 60)
        guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
        return "\(whole / 3600):" + String(format: "%02d", whole / 60 % 60) + ":\(rest)"
    }

    /// A length of time as `h:mm:ss`, rounded to seconds, however many hours.
    static func length(seconds: Double) -> String {
        guard seconds.magnitude < 1e15 else { return "\(seconds)" }
        let seconds = Int(max(0, seconds).rounded())
        let rest = String(format: "%02d:%02d", seconds / 60 % 60, seconds % 60)
        return whole(seconds / 3600) + ":" + rest
    }
}
