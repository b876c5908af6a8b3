#if !canImport(HealthKit)
import Foundation
import Testing

@testable import RemoteHealthKit

struct SampleMakingTests {
    private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private var end: Date { start + 60 }
    private let steps = HKQuantity(unit: .count(), doubleValue: 104)

    @Test func `A quantity sample has what it was made of`() throws {
        let device = HKDevice(
            name: "Band",
            manufacturer: "Acme",
            model: nil,
            hardwareVersion: nil,
            firmwareVersion: nil,
            softwareVersion: nil,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
        let sample = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: steps,
            start: start,
            end: end,
            device: device,
            metadata: [HKMetadataKeyWasUserEntered: true, HKMetadataKeyTimeZone: "Europe/Paris"]
        )
        #expect(sample.quantityType == HKQuantityType(.stepCount))
        #expect(sample.sampleType == sample.quantityType)
        #expect(sample.quantity.doubleValue(for: .count()) == 104)
        #expect(sample.startDate == start)
        #expect(sample.endDate == end)
        #expect(sample.device == device)
        #expect(sample.device?.manufacturer == "Acme")
        #expect(sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(sample.metadata?[HKMetadataKeyTimeZone] as? String == "Europe/Paris")
        #expect(sample.sourceRevision.source == HKSource.default())
        #expect(sample.count == 1)
    }

    @Test func `Samples are equal when their identifiers are`() {
        let type = HKQuantityType(.stepCount)
        let first = HKQuantitySample(type: type, quantity: steps, start: start, end: end)
        let second = HKQuantitySample(type: type, quantity: steps, start: start, end: end)
        #expect(first == first)
        #expect(first != second)
        #expect(Set([first, second, first]).count == 2)
        #expect(first.metadata == nil)
        #expect(!first.description.contains("104"))
    }

    @Test func `Metadata keeps every kind of value that HealthKit allows`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let sample = HKCategorySample(
            type: HKCategoryType(.mindfulSession),
            value: HKCategoryValue.notApplicable.rawValue,
            start: start,
            end: start,
            metadata: [
                "text": "word", "flag": false, "whole": 3, "part": 0.25, "date": date,
                "amount": steps, "number": NSNumber(value: 7), "small": Int32(9),
                "float": Float(2.5),
            ]
        )
        let metadata = try #require(sample.metadata)
        #expect(metadata["text"] as? String == "word")
        #expect(metadata["flag"] as? Bool == false)
        #expect(metadata["whole"] as? Int == 3)
        #expect(metadata["part"] as? Double == 0.25)
        #expect(metadata["date"] as? Date == date)
        #expect(metadata["amount"] as? HKQuantity == steps)
        #expect(metadata["number"] as? Int == 7)
        #expect(metadata["small"] as? Int == 9)
        #expect(metadata["float"] as? Double == 2.5)
    }

    @Test func `Metadata numbers are read as programs read them`() throws {
        let sample = HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: steps,
            start: start,
            end: end,
            metadata: [HKMetadataKeySyncVersion: 3, HKMetadataKeyWasUserEntered: true]
        )
        let metadata = try #require(sample.metadata)
        #expect((metadata[HKMetadataKeySyncVersion] as? NSNumber)?.intValue == 3)
        #expect((metadata[HKMetadataKeyWasUserEntered] as? NSNumber)?.boolValue == true)
    }

    @Test func `A correlation gives its objects by type`() {
        let systolic = pressure(.bloodPressureSystolic, 120)
        let diastolic = pressure(.bloodPressureDiastolic, 80)
        let correlation = HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: start,
            end: start,
            objects: [systolic, diastolic]
        )
        #expect(correlation.objects == [systolic, diastolic])
        #expect(correlation.objects(for: HKQuantityType(.bloodPressureSystolic)) == [systolic])
        #expect(correlation.objects(for: HKQuantityType(.heartRate)).isEmpty)
        #expect(correlation.correlationType == HKCorrelationType(.bloodPressure))
    }

    private func pressure(_ identifier: HKQuantityTypeIdentifier, _ value: Double) -> HKSample {
        HKQuantitySample(
            type: HKQuantityType(identifier),
            quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
            start: start,
            end: start
        )
    }

    @Test func `Misuse ends the program where HealthKit raises`() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: HKQuantity(unit: .meter(), doubleValue: 1),
                start: Date(),
                end: Date()
            )
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: Date(timeIntervalSinceReferenceDate: 1),
                end: Date(timeIntervalSinceReferenceDate: 0)
            )
        }
        await #expect(processExitsWith: .failure) {
            let type = HKCategoryType(.sleepAnalysis)
            _ = HKCategorySample(type: type, value: 6, start: Date(), end: Date())
        }
        await #expect(processExitsWith: .failure) {
            let now = Date()
            let workout = HKWorkout(activityType: .running, start: now, end: now)
            let type = HKCorrelationType(.food)
            _ = HKCorrelation(type: type, start: now, end: now, objects: [workout])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.stepCount),
                quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: Date(),
                end: Date(),
                metadata: ["list": [1, 2]]
            )
        }
    }
}
#endif
