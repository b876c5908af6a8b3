#if !canImport(HealthKit)
/// Energy.
extension HKUnit {
    /// Joules with a prefix: `kJ`.
    public class func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "J")
    }

    /// Joules: `J`.
    public class func joule() -> HKUnit { HKUnit(from: "J") }

    /// Kilocalories: `kcal`, 4184 J.
    public class func kilocalorie() -> HKUnit { HKUnit(from: "kcal") }

    /// Small calories: `cal`, 4.184 J.
    public class func smallCalorie() -> HKUnit { HKUnit(from: "cal") }

    /// Large calories: `Cal`, as much as a `kcal`.
    public class func largeCalorie() -> HKUnit { HKUnit(from: "Cal") }

    /// An older name of the small calorie: `cal`.
    public class func calorie() -> HKUnit { HKUnit(from: "cal") }
}

/// Power.
extension HKUnit {
    /// Watts with a prefix: `kW`.
    public class func wattUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "W")
    }

    /// Watts: `W`; as in HealthKit not compatible with `J/s`.
    public class func watt() -> HKUnit { HKUnit(from: "W") }
}

/// Pressure and sound.
extension HKUnit {
    /// Pascals with a prefix: `kPa`.
    public class func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit {
        HKUnit(from: prefix.symbol + "Pa")
    }

    /// Pascals: `Pa`.
    public class func pascal() -> HKUnit { HKUnit(from: "Pa") }

    /// Millimetres of mercury: `mmHg`.
    public class func millimeterOfMercury() -> HKUnit { HKUnit(from: "mmHg") }

    /// Inches of mercury: `inHg`.
    public class func inchesOfMercury() -> HKUnit { HKUnit(from: "inHg") }

    /// Centimetres of water: `cmAq`.
    public class func centimeterOfWater() -> HKUnit { HKUnit(from: "cmAq") }

    /// Atmospheres: `atm`, 101,325 Pa.
    public class func atmosphere() -> HKUnit { HKUnit(from: "atm") }

    /// Decibels of A-weighted sound pressure: `dBASPL`.
    public class func decibelAWeightedSoundPressureLevel() -> HKUnit { HKUnit(from: "dBASPL") }

    /// Decibels of hearing level: `dBHL`.
    public class func decibelHearingLevel() -> HKUnit { HKUnit(from: "dBHL") }
}
#endif
