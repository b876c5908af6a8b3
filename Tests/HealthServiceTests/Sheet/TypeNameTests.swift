import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthService

/// What types are called.
@Suite("Names of types", .offPool)
struct TypeNameTests {
    private static let types: [ObjectType] =
        Catalogue.sampleTypes.filter(\.isGrantable).map(ObjectType.sample)
        + Catalogue.characteristicTypes.map(ObjectType.characteristic)

    @Test("Every type that can be granted has a name in every language, and none has another's")
    func complete() {
        for language in Language.allCases {
            let names = Self.types.compactMap { TypeName.all[$0.id]?.name[language] }
            #expect(names.count == Self.types.count && !names.contains(""))
            #expect(Set(names).count == names.count, "\(language)")
        }
        #expect(TypeName.all.count == Self.types.count)
    }

    @Test("The names are those of the table")
    func generated() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/HealthModel/Catalogue/Tables/type_names.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.first == "identifier\tgroup\ten\tfr\tpt\tja\tvi\tzh")
        for line in lines.dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            let type = try #require(Catalogue.objectType(cells[0]), "\(cells[0])")
            let name = try #require(TypeName.all[type.id])
            #expect(Language.allCases.map { name.name[$0] } == Array(cells.dropFirst(2)))
            #expect("\(name.group)" == cells[1])
        }
        #expect(lines.count == Self.types.count + 1)
    }

    @Test("Every group has a name of its own in every language")
    func groups() {
        for language in Language.allCases {
            let names = Set(TypeGroup.allCases.map { $0.name[language] })
            #expect(names.count == TypeGroup.allCases.count && !names.contains(""))
        }
        #expect(Set(Self.types.map { TypeName(of: $0).group }) == Set(TypeGroup.allCases))
    }

    @Test("A type that the table does not know is called by its identifier's words")
    func fallback() {
        #expect(TypeName.spaced("bloodPressure") == "Blood Pressure")
        #expect(TypeName.spaced("vo2Max") == "Vo2 Max")
        let name = TypeName(of: .sample(.correlation(.bloodPressure)))
        #expect(name.name[.japanese] == "Blood Pressure" && name.group == .other)
    }

    @Test("A switch's name leads back to its type")
    func fields() throws {
        for type in Self.types {
            let item = Switch(subject: .type(type), isOn: true)
            let form = try #require(FormBody(Array("\(Side.read.field(item))=on".utf8)))
            #expect(try SwitchedTypes(form).read == [type.id])
        }
    }
}
