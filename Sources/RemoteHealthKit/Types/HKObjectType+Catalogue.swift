#if !canImport(HealthKit)
import HealthModel

extension HKObjectType {
    /// Finds a type of any kind by its full or short name; nil when there is none.
    static func named(_ name: String) -> HKObjectType? {
        if let type = HKSampleType.sampleType(named: name) { return type }
        return Catalogue.characteristicType(name).map(HKCharacteristicType.init(entry:))
    }
}

extension HKSampleType {
    /// Finds a type of samples by its full or short name; nil when there is none.
    static func sampleType(named name: String) -> HKSampleType? {
        switch Catalogue.sampleType(name) {
        case .quantity(let entry): HKQuantityType(entry: entry)
        case .category(let entry): HKCategoryType(entry: entry)
        case .correlation(let entry): HKCorrelationType(entry: entry)
        case .workout: HKWorkoutType()
        case nil: nil
        }
    }
}
#endif
