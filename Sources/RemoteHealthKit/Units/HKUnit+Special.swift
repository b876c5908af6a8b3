#if !canImport(HealthKit)
/// Temperature.
extension HKUnit {
    /// Degrees Celsius: `degC`.
    public class func degreeCelsius() -> HKUnit { HKUnit(from: "degC") }

    /// Degrees Fahrenheit: `degF`.
    public class func degreeFahrenheit() -> HKUnit { HKUnit(from: "degF") }

    /// Kelvins: `K`.
    public class func kelvin() -> HKUnit { HKUnit(from: "K") }
}

/// Electricity.
extension HKUnit {
    /// Siemens with a prefix: `mcS`.
    public class func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "S")
    }

    /// Siemens: `S`.
    public class func siemen() -> HKUnit { HKUnit(from: "S") }

    /// Volts with a prefix: `mcV`.
    public class func voltUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "V")
    }

    /// Volts: `V`.
    public class func volt() -> HKUnit { HKUnit(from: "V") }
}

/// Scalars.
extension HKUnit {
    /// Plain numbers: `count`.
    public class func count() -> HKUnit { HKUnit(from: "count") }

    /// Fractions: `%`, of which 0.5 is 50 %.
    public class func percent() -> HKUnit { HKUnit(from: "%") }
}

/// Light and sight.
extension HKUnit {
    /// Lux with a prefix: `klx`.
    public class func luxUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "lx")
    }

    /// Lux: `lx`.
    public class func lux() -> HKUnit { HKUnit(from: "lx") }

    /// Dioptres: `D`.
    public class func diopter() -> HKUnit { HKUnit(from: "D") }

    /// Prism dioptres: `pD`.
    public class func prismDiopter() -> HKUnit { HKUnit(from: "pD") }
}

/// Pharmacology and effort.
extension HKUnit {
    /// International units: `IU`.
    public class func internationalUnit() -> HKUnit { HKUnit(from: "IU") }

    /// Scores of a workout's effort: `appleEffortScore`.
    public class func appleEffortScore() -> HKUnit { HKUnit(from: "appleEffortScore") }
}
#endif
