#if !canImport(HealthKit)
/// The key that sorts samples by their start.
public let HKSampleSortIdentifierStartDate: String = "startDate"

/// The key that sorts samples by their end.
public let HKSampleSortIdentifierEndDate: String = "endDate"
#endif
