import TestSupport
import Testing

@testable import HealthModel

@Suite("Characteristic types", .offPool)
struct CharacteristicTypeTests {
    @Test("The compiled characteristic types are the table's, in order and without gaps")
    func typesMatchTable() throws {
        let rows = try CatalogueTable("characteristic_types.tsv").rows
        #expect(rows.count == Catalogue.characteristicTypes.count)
        for (index, (row, type)) in zip(rows, Catalogue.characteristicTypes).enumerated() {
            #expect(type.id == index + 4001)
            #expect(row["id"] == String(type.id))
            #expect(row["identifier"] == type.identifier)
            #expect(row["value_enum"] == (type.enumeration?.name ?? ""))
        }
    }

    @Test("Every type is found by its full and its short name and by its number")
    func lookUp() {
        for type in Catalogue.characteristicTypes {
            for name in [type.identifier, type.shortName] {
                #expect(Catalogue.characteristicType(name) == type)
                #expect(Catalogue.sampleType(name) == nil)
            }
            #expect(Catalogue.characteristicType(id: type.id) == type)
            #expect(Catalogue.sampleType(id: type.id) == nil)
        }
        #expect(
            Catalogue.characteristicTypes.map(\.shortName) == [
                "dateOfBirth", "biologicalSex", "bloodType", "fitzpatrickSkinType",
                "wheelchairUse", "activityMoveMode",
            ]
        )
    }

    @Test("Other numbers are not found", arguments: [Int16.min, 0, 1, 4000, 4007, Int16.max])
    func unknownNumber(id: Int16) {
        #expect(Catalogue.characteristicType(id: id) == nil)
    }
}
