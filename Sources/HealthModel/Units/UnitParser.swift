/// Reads HealthKit's unit strings by recursive descent.
///
/// ```
/// unit     = "" / "()" / quotient
/// quotient = ("1" "/" product) / product ["/" product]
/// product  = power *(("." / "*" / "·") power)
/// power    = (symbol / "(" quotient ")") ["^" ["-"] digits]
/// ```
///
/// What comes out is decided by the algebra: what the unit means, or which factors it is made of.
struct UnitParser<Algebra: UnitAlgebra> {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// Parses a whole text.
    static func parse(_ text: String) throws(UnitError) -> Algebra {
        guard text.utf8.count <= Unit.maximumLength else { throw UnitError(.tooLong) }
        if text.isEmpty || text == "()" { return .one }
        var parser = UnitParser(bytes: Array(text.utf8))
        let result = try parser.quotient()
        guard parser.position == parser.bytes.count else { throw parser.malformed }
        return result
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var malformed: UnitError { UnitError(.malformed, at: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        let isNext = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if isNext { position += count }
        return isNext
    }

    private mutating func quotient() throws(UnitError) -> Algebra {
        if skip("1/") {
            return try inRange(product().raised(to: -1))
        }
        let numerator = try product()
        guard skip("/") else { return numerator }
        let denominator = try inRange(product().raised(to: -1))
        return try inRange(numerator.multiplied(by: denominator))
    }

    private mutating func product() throws(UnitError) -> Algebra {
        var result = try power()
        while skip(".") || skip("*") || skip("·") {
            result = try inRange(result.multiplied(by: power()))
        }
        return result
    }

    private mutating func power() throws(UnitError) -> Algebra {
        let base = skip("(") ? try group() : try symbol()
        guard skip("^") else { return base }
        let isNegative = skip("-")
        let (digits, _) = try number(maximumDigits: 2)
        let exponent = Int(digits)
        return try inRange(base.raised(to: isNegative ? -exponent : exponent))
    }

    private mutating func group() throws(UnitError) -> Algebra {
        guard depth < Unit.maximumDepth else { throw UnitError(.tooDeep) }
        depth += 1
        let meaning = try quotient()
        guard skip(")") else { throw malformed }
        depth -= 1
        return meaning
    }

    private mutating func symbol() throws(UnitError) -> Algebra {
        let start = position
        while let byte = next, isPartOfSymbol(byte) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !name.isEmpty else { throw malformed }
        let meaning =
            skip("<")
            ? Algebra.mole(name, try molarMass())
            : Algebra.symbol(name)
        guard let meaning else { throw UnitError(.unknownSymbol, at: start) }
        return meaning
    }

    private mutating func molarMass() throws(UnitError) -> MolarMass {
        // Twenty digits are more than a double prints.
        let (mantissa, decimals) = try number(maximumDigits: 20, allowsFraction: true)
        guard mantissa > 0, skip(">") else { throw malformed }
        return MolarMass(mantissa: mantissa, decimals: decimals)
    }

    /// Reads digits, at least one on either side of a decimal point.
    private mutating func number(
        maximumDigits: Int,
        allowsFraction: Bool = false
    ) throws(UnitError) -> (mantissa: UInt128, decimals: Int) {
        var (mantissa, decimals, count) = (UInt128(0), 0, 0)
        var isFraction = false
        while true {
            if let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                count += 1
                decimals += isFraction ? 1 : 0
                guard count <= maximumDigits else { throw malformed }
                mantissa = mantissa * 10 + UInt128(byte - UInt8(ascii: "0"))
                position += 1
            } else if allowsFraction, !isFraction, count > 0, skip(".") {
                isFraction = true
            } else {
                guard count > 0, !isFraction || decimals > 0 else { throw malformed }
                return (mantissa, decimals)
            }
        }
    }

    private func isPartOfSymbol(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "_"), UInt8(ascii: "%"): true
        default: false
        }
    }

    private func inRange(_ meaning: Algebra?) throws(UnitError) -> Algebra {
        guard let meaning else { throw UnitError(.outOfRange, at: position) }
        return meaning
    }
}
