import TestSupport
import Testing

@testable import HealthModel

@Suite("Characteristics", .offPool)
struct CharacteristicsTests {
    private func type(_ name: String) throws -> CharacteristicType {
        try #require(Catalogue.characteristicType(name))
    }

    @Test(
        "A value is found by its name, its constant and its number, and named again",
        arguments: [
            ("biologicalSex", "female", "HKBiologicalSexFemale", 1),
            ("bloodType", "aPositive", "HKBloodTypeAPositive", 1),
            ("bloodType", "abNegative", "HKBloodTypeABNegative", 6),
            ("fitzpatrickSkinType", "III", "HKFitzpatrickSkinTypeIII", 3),
            ("wheelchairUse", "yes", "HKWheelchairUseYes", 2),
            ("activityMoveMode", "appleMoveTime", "HKActivityMoveModeAppleMoveTime", 2),
        ]
    )
    func spellings(name: String, value: String, constant: String, rawValue: Int) throws {
        let type = try type(name)
        #expect(type.value(named: value) == .choice(rawValue))
        #expect(type.value(named: constant) == .choice(rawValue))
        #expect(type.value(rawValue: rawValue) == .choice(rawValue))
        #expect(type.text(of: .choice(rawValue)) == value)
    }

    @Test("Not set is a name of every enumeration, and no date")
    func notSet() throws {
        for type in Catalogue.characteristicTypes where !type.isDate {
            #expect(type.value(named: "notSet") == .notSet)
            #expect(type.text(of: .notSet) == "notSet")
        }
        #expect(try type("bloodType").value(named: "HKBloodTypeNotSet") == .notSet)
        #expect(try type("bloodType").value(rawValue: 0) == .notSet)
        #expect(try type("activityMoveMode").value(rawValue: 0) == nil)
        #expect(try type("dateOfBirth").value(named: "notSet") == nil)
        #expect(try type("dateOfBirth").text(of: .notSet) == nil)
    }

    @Test("A value of another type is none")
    func otherValues() throws {
        #expect(try type("bloodType").value(named: "female") == nil)
        #expect(try type("bloodType").value(named: "HKBiologicalSexFemale") == nil)
        #expect(try type("bloodType").value(rawValue: 9) == nil)
        #expect(try type("bloodType").value(named: "1984-05-17") == nil)
        #expect(try type("dateOfBirth").value(rawValue: 1) == nil)
        let day = CivilDate(year: 1984, month: 5, day: 17)
        #expect(try type("dateOfBirth").value(named: "1984-05-17") == .date(day))
    }

    @Test("What is limited to some types keeps those and no others")
    func limited() throws {
        let (blood, sex) = (try type("bloodType"), try type("biologicalSex"))
        var all = Characteristics()
        all[blood] = .choice(5)
        all[sex] = .choice(1)
        let limited = all.limited { $0 == sex }
        #expect(limited[blood] == .notSet && limited[sex] == .choice(1))
        #expect(all.limited { _ in false } == Characteristics())
        all[blood] = .notSet
        #expect(all == limited)
    }

    @Test("Samples and characteristics are found in one place, and only samples are shared")
    func objectTypes() throws {
        let steps = try #require(Catalogue.objectType("stepCount"))
        #expect(steps.isShareable && Catalogue.objectType(id: steps.id) == steps)
        for name in ["bloodType", "HKCharacteristicTypeIdentifierBloodType"] {
            let blood = try #require(Catalogue.objectType(name))
            #expect(blood == .characteristic(try type("bloodType")) && !blood.isShareable)
            #expect(blood.id == 4003 && Catalogue.objectType(id: 4003) == blood)
            #expect(blood.identifier == "HKCharacteristicTypeIdentifierBloodType")
        }
        #expect(Catalogue.objectType("bloodtype") == nil && Catalogue.objectType(id: 0) == nil)
    }

    @Test(
        "A date is read and written as year, month and day",
        arguments: [
            ("1984-05-17", CivilDate(year: 1984, month: 5, day: 17)),
            ("2000-02-29", CivilDate(year: 2000, month: 2, day: 29)),
            ("0001-01-01", CivilDate(year: 1, month: 1, day: 1)),
            ("9999-12-31", CivilDate(year: 9999, month: 12, day: 31)),
        ]
    )
    func dates(text: String, date: CivilDate) {
        #expect(CivilDate(text) == date)
        #expect(date.description == text)
    }

    @Test(
        "Days that the calendar does not have, and other forms, are no dates",
        arguments: [
            "", "1900-02-29", "1984-02-30", "1984-13-01", "1984-00-01", "1984-01-00", "0000-01-01",
            "1984-5-17", "84-05-17", "1984/05/17", "1984-05-17 ", "1984-05-17T00:00:00Z",
            "+984-05-17", "-984-05-17", "1984-05-1\u{0661}", "17.05.1984", "19840517",
        ]
    )
    func noDates(text: String) {
        #expect(CivilDate(text) == nil)
    }
}
