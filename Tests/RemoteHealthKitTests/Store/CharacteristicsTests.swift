import Foundation
import TestSupport
import Testing

@testable import RemoteHealthKit

@Suite(.offPool) struct CharacteristicsTests {
    @Test func `Each characteristic is what the operator set`() async throws {
        try await withRemoteStore { fixture in
            try await fixture.setCharacteristics([
                "dateOfBirth": "1984-02-29", "biologicalSex": "female", "bloodType": "abPositive",
                "fitzpatrickSkinType": "IV", "wheelchairUse": "no",
                "activityMoveMode": "appleMoveTime",
            ])
            let store = fixture.store
            let birth = try store.dateOfBirthComponents()
            #expect(birth.year == 1984 && birth.month == 2 && birth.day == 29)
            #expect(birth.calendar?.identifier == .gregorian)
            #expect(try store.biologicalSex().biologicalSex == .female)
            #expect(try store.bloodType().bloodType == .abPositive)
            #expect(try store.fitzpatrickSkinType().skinType == .IV)
            #expect(try store.wheelchairUse().wheelchairUse == .no)
            #expect(try store.activityMoveMode().activityMoveMode == .appleMoveTime)
        }
    }

    @Test func `What is not set is not set, and no day of birth is no data`() async throws {
        try await withRemoteStore { fixture in
            let (blood, mode) = try (fixture.store.bloodType(), fixture.store.activityMoveMode())
            #expect(blood.bloodType == .notSet)
            #expect(mode.activityMoveMode == .activeEnergy)
            let error = await failure { _ = try fixture.store.dateOfBirthComponents() }
            #expect(error?.code == .errorNoData)
        }
    }

    @Test func `What may not be read is as if it were not set`() async throws {
        try await withRemoteStore(read: []) { fixture in
            try await fixture.setCharacteristics([
                "dateOfBirth": "1984-02-29", "biologicalSex": "female",
            ])
            #expect(try fixture.store.biologicalSex().biologicalSex == .notSet)
            let error = await failure { _ = try fixture.store.dateOfBirthComponents() }
            #expect(error?.code == .errorNoData)
        }
    }

    @Test func `Before the person decides nothing is told`() async throws {
        try await withRemoteStore(share: nil, read: nil) { fixture in
            try await fixture.setCharacteristics(["biologicalSex": "female"])
            let sex = await failure { _ = try fixture.store.biologicalSex() }
            #expect(sex?.code == .errorAuthorizationNotDetermined)
            let birth = await failure { _ = try fixture.store.dateOfBirthComponents() }
            #expect(birth?.code == .errorAuthorizationNotDetermined)
        }
    }
}
