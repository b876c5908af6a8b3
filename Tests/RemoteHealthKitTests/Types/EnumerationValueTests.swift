#if !canImport(HealthKit)
import HealthModel
import Testing

@testable import RemoteHealthKit

struct EnumerationValueTests {
    /// Compares names and numbers with the catalogue's, and that there are no others.
    private func check<Value: RawRepresentable>(
        _ type: Value.Type,
        location: SourceLocation = #_sourceLocation
    ) throws where Value.RawValue: FixedWidthInteger {
        let name = "\(type)"
        let known = try #require(Catalogue.enumeration(name), sourceLocation: location)
        for rawValue in 0...3100 {
            let value = Value(rawValue: Value.RawValue(rawValue))
            let expected = known.values[rawValue]
            #expect(value.map { "\($0)" } == expected, "\(name)", sourceLocation: location)
        }
    }

    @Test func `The values of categories are HealthKit's`() throws {
        try check(HKCategoryValue.self)
        try check(HKCategoryValueAppetiteChanges.self)
        try check(HKCategoryValueAppleStandHour.self)
        try check(HKCategoryValueAppleWalkingSteadinessEvent.self)
        try check(HKCategoryValueAudioExposureEvent.self)
        try check(HKCategoryValueCervicalMucusQuality.self)
        try check(HKCategoryValueContraceptive.self)
        try check(HKCategoryValueEnvironmentalAudioExposureEvent.self)
        try check(HKCategoryValueHeadphoneAudioExposureEvent.self)
        try check(HKCategoryValueLowCardioFitnessEvent.self)
        try check(HKCategoryValueMenstrualFlow.self)
        try check(HKCategoryValueOvulationTestResult.self)
        try check(HKCategoryValuePregnancyTestResult.self)
        try check(HKCategoryValuePresence.self)
        try check(HKCategoryValueProgesteroneTestResult.self)
        try check(HKCategoryValueSeverity.self)
        try check(HKCategoryValueSleepAnalysis.self)
        try check(HKCategoryValueVaginalBleeding.self)
    }

    @Test func `The values of characteristics and workouts are HealthKit's`() throws {
        try check(HKActivityMoveMode.self)
        try check(HKBiologicalSex.self)
        try check(HKBloodType.self)
        try check(HKFitzpatrickSkinType.self)
        try check(HKWheelchairUse.self)
        try check(HKWorkoutActivityType.self)
        try check(HKWorkoutEventType.self)
        try check(HKWorkoutSwimmingLocationType.self)
        try check(HKSwimmingStrokeStyle.self)
    }

    @Test func `The values of metadata are HealthKit's`() throws {
        try check(HKAppleECGAlgorithmVersion.self)
        try check(HKBloodGlucoseMealTime.self)
        try check(HKBodyTemperatureSensorLocation.self)
        try check(HKCyclingFunctionalThresholdPowerTestType.self)
        try check(HKDevicePlacementSide.self)
        try check(HKHeartRateMotionContext.self)
        try check(HKHeartRateRecoveryTestType.self)
        try check(HKHeartRateSensorLocation.self)
        try check(HKInsulinDeliveryReason.self)
        try check(HKPhysicalEffortEstimationType.self)
        try check(HKUserMotionContext.self)
        try check(HKVO2MaxTestType.self)
        try check(HKWaterSalinity.self)
        try check(HKWeatherCondition.self)
    }

    @Test func `Older names stand for the current ones`() {
        #expect(HKCategoryValueSleepAnalysis.asleep == .asleepUnspecified)
        #expect(HKCategoryValueOvulationTestResult.positive == .luteinizingHormoneSurge)
        #expect(HKCategoryValueSleepAnalysis.asleepREM.rawValue == 5)
        #expect(HKWorkoutActivityType.running.rawValue == 37)
        #expect(HKWorkoutActivityType.other.rawValue == 3000)
    }
}
#endif
