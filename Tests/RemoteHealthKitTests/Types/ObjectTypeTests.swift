#if !canImport(HealthKit)
import HealthModel
import Testing

@testable import RemoteHealthKit

struct ObjectTypeTests {
    @Test func `Every type of the catalogue is found by its identifier`() throws {
        for entry in Catalogue.quantityTypes {
            let identifier = HKQuantityTypeIdentifier(rawValue: entry.identifier)
            let type = try #require(HKObjectType.quantityType(forIdentifier: identifier))
            #expect(type == HKQuantityType(identifier))
            #expect(type.identifier == entry.identifier)
            #expect(type.is(compatibleWith: type.canonicalUnit))
            #expect(type.canonicalUnit.unit == entry.canonicalUnit)
            #expect(
                (type.aggregationStyle == .cumulative) == (entry.aggregationStyle == .cumulative)
            )
            #expect(HKObjectType.named(entry.shortName) == type)
        }
        for entry in Catalogue.categoryTypes {
            let identifier = HKCategoryTypeIdentifier(rawValue: entry.identifier)
            let type = try #require(HKObjectType.categoryType(forIdentifier: identifier))
            #expect(type == HKCategoryType(identifier))
            #expect(HKObjectType.named(entry.identifier) == type)
        }
        for entry in CorrelationType.allCases {
            let identifier = HKCorrelationTypeIdentifier(rawValue: entry.identifier)
            let type = try #require(HKObjectType.correlationType(forIdentifier: identifier))
            #expect(type == HKCorrelationType(identifier))
            #expect(HKObjectType.named(entry.identifier) == type)
        }
        for entry in Catalogue.characteristicTypes {
            let identifier = HKCharacteristicTypeIdentifier(rawValue: entry.identifier)
            let type = try #require(HKObjectType.characteristicType(forIdentifier: identifier))
            #expect(type == HKCharacteristicType(identifier))
            #expect(HKObjectType.named(entry.identifier) == type)
        }
        #expect(HKObjectType.named(HKWorkoutTypeIdentifier) == HKObjectType.workoutType())
    }

    @Test func `A name of another kind finds nothing`() {
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        #expect(HKObjectType.categoryType(forIdentifier: .init(rawValue: steps)) == nil)
        #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: sleep)) == nil)
        #expect(HKObjectType.correlationType(forIdentifier: .init(rawValue: steps)) == nil)
        #expect(HKObjectType.characteristicType(forIdentifier: .init(rawValue: steps)) == nil)
        #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: "")) == nil)
        #expect(HKObjectType.named("nothing") == nil)
    }

    @Test func `An unknown identifier ends the program where HealthKit raises`() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "unknown"))
        }
        await #expect(processExitsWith: .failure) {
            _ = HKCategoryType(HKCategoryTypeIdentifier(rawValue: "unknown"))
        }
    }

    @Test func `Types are equal and hash by their identifiers`() throws {
        let steps = HKQuantityType(.stepCount)
        let again = try #require(HKObjectType.quantityType(forIdentifier: .stepCount))
        #expect(steps !== again)
        #expect(steps == again)
        #expect(steps.hash == again.hash)
        #expect(steps != HKQuantityType(.heartRate))
        let types: Set<HKObjectType> = [
            steps, again, HKCategoryType(.sleepAnalysis), HKObjectType.workoutType(),
            HKSampleType.workoutType(), HKCharacteristicType(.bloodType),
        ]
        #expect(types.count == 4)
        #expect(types.contains(HKQuantityType(.stepCount)))
        #expect(!types.contains(HKQuantityType(.height)))
        #expect([steps: 1][again] == 1)
    }

    @Test(arguments: [
        (HKQuantityTypeIdentifier.stepCount, HKQuantityAggregationStyle.cumulative),
        (.bodyMass, .discreteArithmetic), (.heartRate, .discreteTemporallyWeighted),
        (.environmentalAudioExposure, .discreteEquivalentContinuousLevel),
    ])
    func `Types have the style of the catalogue`(
        identifier: HKQuantityTypeIdentifier,
        style: HKQuantityAggregationStyle
    ) {
        #expect(HKQuantityType(identifier).aggregationStyle == style)
    }

    @Test func `The numbers of the styles are HealthKit's`() {
        #expect(HKQuantityAggregationStyle.cumulative.rawValue == 0)
        #expect(HKQuantityAggregationStyle.discreteArithmetic.rawValue == 1)
        #expect(HKQuantityAggregationStyle.discrete == .discreteArithmetic)
        #expect(HKQuantityAggregationStyle.discreteTemporallyWeighted.rawValue == 2)
        #expect(HKQuantityAggregationStyle.discreteEquivalentContinuousLevel.rawValue == 3)
    }

    @Test func `A type knows which units it can be given in`() {
        #expect(HKQuantityType(.bodyMass).is(compatibleWith: .pound()))
        #expect(!HKQuantityType(.bodyMass).is(compatibleWith: .meter()))
        #expect(HKQuantityType(.heartRate).is(compatibleWith: HKUnit(from: "count/min")))
        #expect(!HKQuantityType(.heartRate).is(compatibleWith: .count()))
    }
}
#endif
