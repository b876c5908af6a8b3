/// Reading of the decimal numbers that exports print: `104`, `0.058`, `-1.5`, `4.2e-05`.
enum DecimalNumber {
    /// Parses a number with a decimal point, correctly rounded.
    ///
    /// Nil for what is not such a number: a comma, blanks, no digits, hexadecimal, words such as
    /// `inf`, and numbers too large for a double.
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let digits = Digits(text) else { return nil }
        if let exact = digits.exactValue { return exact }
        let value = Double(String(decoding: text, as: UTF8.self))
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A number taken apart: `mantissa * 10^exponent`.
private struct Digits {
    private var isNegative = false
    private var mantissa: UInt64 = 0
    private var exponent = 0
    /// Whether digits got lost because the mantissa is full.
    private var isCut = false

    /// Checks the grammar `[+-] digits [. digits] [e [+-] digits]`, with a digit before the `e`.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        if let first = text.first, first == Self.minus || first == Self.plus {
            isNegative = first == Self.minus
            index = 1
        }
        let whole = read(text, &index, isFraction: false)
        var fraction = 0
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            fraction = read(text, &index, isFraction: true)
        }
        guard whole + fraction > 0 else { return nil }
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            guard readExponent(text, &index) else { return nil }
        }
        guard index == text.count else { return nil }
    }

    /// The value where one exact multiplication or division gives it, which rounds once.
    ///
    /// Source: William D. Clinger, "How to read floating point numbers accurately" (1990): with at
    /// most 53 bits of mantissa and a power of ten up to 22 both operands are exact.
    var exactValue: Double? {
        guard !isCut, mantissa <= 1 << 53, abs(exponent) <= 22 else { return nil }
        let size = Double(mantissa)
        let power = Self.powersOfTen[abs(exponent)]
        let value = exponent < 0 ? size / power : size * power
        return isNegative ? -value : value
    }

    /// Reads digits and returns how many there were.
    private mutating func read(
        _ text: UnsafeBufferPointer<UInt8>,
        _ index: inout Int,
        isFraction: Bool
    ) -> Int {
        let start = index
        while index < text.count, text[index] &- UInt8(ascii: "0") <= 9 {
            if mantissa < 1 << 59 {
                mantissa = mantissa * 10 + UInt64(text[index] - UInt8(ascii: "0"))
                exponent -= isFraction ? 1 : 0
            } else {
                isCut = true
            }
            index += 1
        }
        return index - start
    }

    private mutating func readExponent(
        _ text: UnsafeBufferPointer<UInt8>,
        _ index: inout Int
    ) -> Bool {
        var sign = 1
        if index < text.count, text[index] == Self.minus || text[index] == Self.plus {
            sign = text[index] == Self.minus ? -1 : 1
            index += 1
        }
        let start = index
        var value = 0
        while index < text.count, text[index] &- UInt8(ascii: "0") <= 9 {
            value = min(value * 10 + Int(text[index] - UInt8(ascii: "0")), 100_000)
            index += 1
        }
        exponent += sign * value
        return index > start
    }

    private static let minus = UInt8(ascii: "-")
    private static let plus = UInt8(ascii: "+")
    /// Every power of ten that a double holds exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
