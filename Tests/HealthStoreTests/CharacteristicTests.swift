import HealthModel
import HealthStore
import Postgres
import TestSupport
import Testing

@Suite("Characteristics", .offPool)
struct CharacteristicTests {
    private static let birth = CivilDate(year: 1984, month: 5, day: 17)

    private func type(_ name: String) throws -> CharacteristicType {
        try #require(Catalogue.characteristicType(name))
    }

    @Test("Nothing is set before somebody sets it")
    func nothing() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            #expect(try await fixture.store.characteristics(of: user) == Characteristics())
        }
    }

    @Test("Every value of every type is kept, and is one user's")
    func everyValue() async throws {
        try await withStore { fixture in
            let users = [try await fixture.makeUser(), try await fixture.makeUser()]
            for type in Catalogue.characteristicTypes {
                let numbers = type.enumeration.map { $0.values.keys.sorted() } ?? []
                let values = type.isDate ? [.date(Self.birth)] : numbers.map(type.value)
                for value in values {
                    var facts = Characteristics()
                    facts[type] = try #require(value)
                    try await fixture.store.putCharacteristics(facts, of: users[0], by: "test")
                    #expect(try await fixture.store.characteristics(of: users[0]) == facts)
                }
            }
            #expect(try await fixture.store.characteristics(of: users[1]) == Characteristics())
        }
    }

    @Test("All are kept at once, and a later decision leaves nothing of an earlier one")
    func replaces() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var all = Characteristics()
            for type in Catalogue.characteristicTypes {
                all[type] = type.isDate ? .date(Self.birth) : .choice(2)
            }
            var one = Characteristics()
            one[try type("wheelchairUse")] = .choice(1)
            for facts in [all, one, Characteristics(), all] {
                try await fixture.store.putCharacteristics(facts, of: user, by: "test")
                #expect(try await fixture.store.characteristics(of: user) == facts)
            }
            #expect(try await fixture.count("characteristics", of: user) == 1)
        }
    }

    @Test(
        "Dates keep their day, the first and the last included",
        arguments: [
            HealthStore.earliestBirth, CivilDate(year: 1969, month: 12, day: 31),
            CivilDate(year: 1970, month: 1, day: 1), CivilDate(year: 2000, month: 2, day: 29),
            CivilDate(year: 9999, month: 12, day: 31),
        ]
    )
    func dates(birth: CivilDate) async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            let dateOfBirth = try type("dateOfBirth")
            var facts = Characteristics()
            facts[dateOfBirth] = .date(birth)
            try await fixture.store.putCharacteristics(facts, of: user, by: "test")
            #expect(try await fixture.store.characteristics(of: user)[dateOfBirth] == .date(birth))
            let text = try await fixture.query(
                "SELECT date_of_birth::text FROM characteristics WHERE user_id = $1",
                [.int8(user.number)]
            ) { $0.text(0, 0) }
            #expect(text == birth.description)
        }
    }

    @Test("The schema refuses what no type has, and keeps what was there")
    func checks() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var refused: [Characteristics] = []
            for type in Catalogue.characteristicTypes {
                let highest = type.enumeration?.values.keys.max() ?? 0
                let values: [CharacteristicValue] =
                    type.isDate
                    ? [.date(CivilDate(year: 1849, month: 12, day: 31))]
                    : [.choice(0), .choice(-1), .choice(highest + 1)]
                for value in values {
                    var facts = Characteristics()
                    facts[type] = value
                    refused.append(facts)
                }
            }
            var kept = Characteristics()
            kept[try type("bloodType")] = .choice(8)
            try await fixture.store.putCharacteristics(kept, of: user, by: "test")
            for facts in refused {
                await #expect(throws: PostgresError.self) {
                    try await fixture.store.putCharacteristics(facts, of: user, by: "test")
                }
                #expect(try await fixture.store.characteristics(of: user) == kept)
            }
            #expect(refused.count == 16)
        }
    }

    @Test("The audit log says that they were replaced and by whom, and no value")
    func audit() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            var facts = Characteristics()
            facts[try type("dateOfBirth")] = .date(Self.birth)
            try await fixture.store.putCharacteristics(facts, of: user, by: "admin")
            let found = try await fixture.query(
                """
                SELECT actor, client_id IS NULL AND subject IS NULL
                FROM audit_events
                WHERE action = 'characteristics.put' AND user_id = $1
                """,
                [.int8(user.number)]
            ) { rows in
                (0..<rows.rowCount).map { "\(rows.text($0, 0)) \(rows.bool($0, 1))" }
            }
            #expect(found == ["admin true"])
        }
    }
}
