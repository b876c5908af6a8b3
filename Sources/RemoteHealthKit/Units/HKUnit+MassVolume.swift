#if !canImport(HealthKit)
/// Mass.
extension HKUnit {
    /// Grams with a prefix: `kg`.
    public class func gramUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "g")
    }

    /// Grams: `g`.
    public class func gram() -> HKUnit { HKUnit(from: "g") }

    /// Ounces: `oz`, 28.349523125 g.
    public class func ounce() -> HKUnit { HKUnit(from: "oz") }

    /// Pounds: `lb`, 453.59237 g.
    public class func pound() -> HKUnit { HKUnit(from: "lb") }

    /// Stones: `st`, 14 lb.
    public class func stone() -> HKUnit { HKUnit(from: "st") }
}

/// Volume.
extension HKUnit {
    /// Litres with a prefix: `mL`.
    public class func literUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "L")
    }

    /// Litres: `L`.
    public class func liter() -> HKUnit { HKUnit(from: "L") }

    /// Fluid ounces of the United States: `fl_oz_us`.
    public class func fluidOunceUS() -> HKUnit { HKUnit(from: "fl_oz_us") }

    /// Imperial fluid ounces: `fl_oz_imp`.
    public class func fluidOunceImperial() -> HKUnit { HKUnit(from: "fl_oz_imp") }

    /// Pints of the United States: `pt_us`.
    public class func pintUS() -> HKUnit { HKUnit(from: "pt_us") }

    /// Imperial pints: `pt_imp`.
    public class func pintImperial() -> HKUnit { HKUnit(from: "pt_imp") }

    /// Cups of the United States: `cup_us`.
    public class func cupUS() -> HKUnit { HKUnit(from: "cup_us") }

    /// Imperial cups: `cup_imp`.
    public class func cupImperial() -> HKUnit { HKUnit(from: "cup_imp") }
}
#endif
