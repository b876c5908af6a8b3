#if !canImport(HealthKit)
/// Length.
extension HKUnit {
    /// Metres with a prefix: `cm`.
    public class func meterUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "m")
    }

    /// Metres: `m`.
    public class func meter() -> HKUnit { HKUnit(from: "m") }

    /// Inches: `in`, 2.54 cm.
    public class func inch() -> HKUnit { HKUnit(from: "in") }

    /// Feet: `ft`, 12 in.
    public class func foot() -> HKUnit { HKUnit(from: "ft") }

    /// Yards: `yd`, 3 ft.
    public class func yard() -> HKUnit { HKUnit(from: "yd") }

    /// Miles: `mi`, 1609.344 m.
    public class func mile() -> HKUnit { HKUnit(from: "mi") }
}

/// Time.
extension HKUnit {
    /// Seconds with a prefix: `ms`.
    public class func secondUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "s")
    }

    /// Seconds: `s`.
    public class func second() -> HKUnit { HKUnit(from: "s") }

    /// Minutes: `min`.
    public class func minute() -> HKUnit { HKUnit(from: "min") }

    /// Hours: `hr`.
    public class func hour() -> HKUnit { HKUnit(from: "hr") }

    /// Days of 24 hours: `d`.
    public class func day() -> HKUnit { HKUnit(from: "d") }
}

/// Frequency.
extension HKUnit {
    /// Hertz with a prefix: `kHz`.
    public class func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "Hz")
    }

    /// Hertz: `Hz`, compatible with `count/s`.
    public class func hertz() -> HKUnit { HKUnit(from: "Hz") }
}

/// Angle.
extension HKUnit {
    /// Radians with a prefix: `mrad`.
    public class func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "rad")
    }

    /// Radians: `rad`.
    public class func radianAngle() -> HKUnit { HKUnit(from: "rad") }

    /// Degrees of an angle: `deg`.
    public class func degreeAngle() -> HKUnit { HKUnit(from: "deg") }
}
#endif
