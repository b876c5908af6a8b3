#if !canImport(HealthKit)
/// A power of ten in front of a unit.
///
/// Raw values as in HealthKit's header `HKUnit.h`.
public enum HKMetricPrefix: Int, Sendable {
    /// No prefix.
    case none = 0
    /// 10^-12.
    case pico = 1
    /// 10^-9.
    case nano = 2
    /// 10^-6.
    case micro = 3
    /// 10^-3.
    case milli = 4
    /// 10^-2.
    case centi = 5
    /// 10^-1.
    case deci = 6
    /// 10.
    case deca = 7
    /// 10^2.
    case hecto = 8
    /// 10^3.
    case kilo = 9
    /// 10^6.
    case mega = 10
    /// 10^9.
    case giga = 11
    /// 10^12.
    case tera = 12
    /// 10^-15.
    case femto = 13

    /// How unit strings spell the prefix.
    var symbol: String {
        switch self {
        case .none: ""
        case .pico: "p"
        case .nano: "n"
        case .micro: "mc"
        case .milli: "m"
        case .centi: "c"
        case .deci: "d"
        case .deca: "da"
        case .hecto: "h"
        case .kilo: "k"
        case .mega: "M"
        case .giga: "G"
        case .tera: "T"
        case .femto: "f"
        }
    }
}
#endif
