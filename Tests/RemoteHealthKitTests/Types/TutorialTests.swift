import Foundation
import RemoteHealthKit
import Testing

/// The ways that tutorials spell types, units and samples; that they compile is half of the test.
struct TutorialTests {
    @Test func `Types are gathered in sets as tutorials do`() throws {
        guard let stepCount = HKObjectType.quantityType(forIdentifier: .stepCount),
            let birth = HKObjectType.characteristicType(forIdentifier: .dateOfBirth),
            let height = HKQuantityType.quantityType(forIdentifier: .height),
            let sleep = HKSampleType.categoryType(forIdentifier: .sleepAnalysis)
        else {
            Issue.record("a type is missing")
            return
        }
        let read: Set<HKObjectType> = [birth, stepCount, height, sleep, HKObjectType.workoutType()]
        let share: Set<HKSampleType> = [height, sleep, HKWorkoutType.workoutType()]
        let single = Set([try #require(HKObjectType.quantityType(forIdentifier: .stepCount))])
        #expect(read.count == 5)
        #expect(share.count == 3)
        #expect(single.contains(HKQuantityType(.stepCount)))
        #expect(
            HKQuantityType(.stepCount).identifier == HKQuantityTypeIdentifier.stepCount.rawValue
        )
    }

    @Test func `Samples are made as tutorials do`() {
        let quantity = HKQuantity(unit: HKUnit.count(), doubleValue: 22.5)
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMassIndex),
            quantity: quantity,
            start: Date(),
            end: Date()
        )
        #expect(sample.quantity.doubleValue(for: HKUnit.count()) == 22.5)
        let bpm = HKUnit.count().unitDivided(by: HKUnit.minute())
        #expect(
            HKQuantity(unit: bpm, doubleValue: 60).doubleValue(for: HKUnit(from: "count/s")) == 1
        )
        let kilograms = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70)
        #expect(kilograms.doubleValue(for: .gram()) == 70_000)
        let sleep = HKCategorySample(
            type: HKCategoryType(.sleepAnalysis),
            value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
            start: Date(),
            end: Date()
        )
        #expect(HKCategoryValueSleepAnalysis(rawValue: sleep.value) == .asleepCore)
        let workout = HKWorkout(
            activityType: .running,
            start: Date(),
            end: Date() + 60,
            duration: 60,
            totalEnergyBurned: HKQuantity(unit: .largeCalorie(), doubleValue: 10),
            totalDistance: nil,
            metadata: [HKMetadataKeyIndoorWorkout: false]
        )
        #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 10)
    }

    @Test func `Errors are caught as tutorials do`() {
        do {
            throw HKError(.errorNoData)
        } catch HKError.errorAuthorizationDenied {
            Issue.record("the wrong code")
        } catch let error as HKError where error.code == .errorNoData {
            #expect(error.localizedDescription == "No data available for the specified predicate.")
        } catch {
            Issue.record("\(error)")
        }
        let error: any Error = HKError(.errorInvalidArgument)
        #expect(HKError.errorInvalidArgument ~= error)
        #expect((error as NSError).domain == HKErrorDomain)
        #expect((error as NSError).code == HKError.Code.errorInvalidArgument.rawValue)
        #expect(HKError.Code(rawValue: 5) == .errorAuthorizationNotDetermined)
        #expect(HKError.Code(rawValue: 15) == .errorNotPermissibleForGuestUserMode)
        #expect(HKError.Code(rawValue: 16) == nil)
    }
}
