import HTTPClient
import TestSupport
import Testing

/// What is known of a person that hardly ever changes.
@Suite("Characteristics", .offPool)
struct CharacteristicTests {
    /// What is answered where nothing is known, or nothing may be read.
    private static let nothing: JSONTree = [
        "dateOfBirth": nil, "biologicalSex": "notSet", "bloodType": "notSet",
        "fitzpatrickSkinType": "notSet", "wheelchairUse": "notSet", "activityMoveMode": "notSet",
    ]

    private static let everything: JSONTree = [
        "dateOfBirth": "1984-05-17", "biologicalSex": "female", "bloodType": "abPositive",
        "fitzpatrickSkinType": "III", "wheelchairUse": "no", "activityMoveMode": "appleMoveTime",
    ]

    private static let own = "/v1/users/me/characteristics"

    @Test("Nothing is set at first; what is set is answered to the operator and to a reader")
    func setAndGet() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/characteristics")
            #expect(try await api.admin.get(path).json == Self.nothing)
            #expect(try await person.app.get(Self.own).json == Self.nothing)
            #expect(try await api.admin.put(path, Self.everything).json == Self.everything)
            #expect(try await api.admin.get(path).json == Self.everything)
            #expect(try await person.app.get(Self.own).json == Self.everything)
        }
    }

    @Test("A value is accepted as an export prints it and as HealthKit's number, too")
    func spellings() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/characteristics")
            let exported: JSONTree = [
                "dateOfBirth": "1984-05-17", "biologicalSex": "HKBiologicalSexFemale",
                "bloodType": "HKBloodTypeABPositive",
                "fitzpatrickSkinType": "HKFitzpatrickSkinTypeIII",
                "wheelchairUse": "HKWheelchairUseNo",
                "activityMoveMode": "HKActivityMoveModeAppleMoveTime",
            ]
            #expect(try await api.admin.put(path, exported).json == Self.everything)
            let numbers: JSONTree = [
                "dateOfBirth": "1984-05-17", "biologicalSex": 1, "bloodType": 5,
                "fitzpatrickSkinType": 3, "wheelchairUse": 1, "activityMoveMode": 2,
            ]
            #expect(try await api.admin.put(path, numbers).json == Self.everything)
            let notSet: JSONTree = [
                "dateOfBirth": nil, "biologicalSex": "HKBiologicalSexNotSet", "bloodType": 0,
                "fitzpatrickSkinType": "notSet", "wheelchairUse": nil, "activityMoveMode": "notSet",
            ]
            #expect(try await api.admin.put(path, notSet).json == Self.nothing)
        }
    }

    @Test("What is left out becomes not set")
    func replaces() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/characteristics")
            _ = try await api.admin.put(path, Self.everything)
            let changed = try await api.admin.put(path, ["wheelchairUse": "yes"])
            #expect(changed.json == Self.nothing.with(["wheelchairUse": "yes"]))
            #expect(try await api.admin.get(path).json == changed.json)
        }
    }

    /// The cases of `refused`: body, code, field.
    private static let refusedCases: [(String, String, String?)] = [
        (#"{"shoeSize":43}"#, "invalidRequest", "shoeSize"),
        (#"{"bloodtype":"aPositive"}"#, "invalidRequest", "bloodtype"),
        (#"{"HKCharacteristicTypeIdentifierBloodType":1}"#, "invalidRequest", nil),
        (#"{"bloodType":"female"}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":"HKBloodTypeAbPositive"}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":9}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":-1}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":1.5}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":9223372036854775807}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":true}"#, "invalidRequest", "bloodType"),
        (#"{"bloodType":["aPositive"]}"#, "invalidRequest", "bloodType"),
        (#"{"activityMoveMode":0}"#, "invalidRequest", "activityMoveMode"),
        (#"{"dateOfBirth":"1900-02-29"}"#, "invalidRequest", "dateOfBirth"),
        (#"{"dateOfBirth":"notSet"}"#, "invalidRequest", "dateOfBirth"),
        (#"{"dateOfBirth":19840517}"#, "invalidRequest", "dateOfBirth"),
        (#"{"dateOfBirth":"1849-12-31"}"#, "invalidRequest", "dateOfBirth"),
        (#"{"dateOfBirth":"2026-12-02"}"#, "invalidRequest", "dateOfBirth"),
        (#"{"bloodType":1,"bloodType":2}"#, "duplicateKey", nil),
        (#"{"bloodType":1"#, "malformedJSON", nil),
        ("[]", "invalidRequest", nil),
    ]

    @Test("A member or a value that does not exist is refused, with the member, and sets nothing")
    func refused() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/characteristics")
            _ = try await api.admin.put(path, Self.everything)
            for (body, code, field) in Self.refusedCases {
                let answer = try await api.admin.send("PUT", path, body: Array(body.utf8))
                #expect(answer.summary == "400 \(code)", "\(body)")
                if let field { #expect(answer["field"].string == field, "\(body)") }
            }
            #expect(try await api.admin.get(path).json == Self.everything)
        }
    }

    @Test("A birthday may be today, wherever today has begun, and as early as 1850")
    func dateLimits() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/characteristics")
            // Noon of 30 November in UTC: the first of December has begun on some islands.
            for date in ["1850-01-01", "2026-11-30", "2026-12-01"] {
                let answer = try await api.admin.put(path, ["dateOfBirth": .string(date)])
                #expect(answer["dateOfBirth"].string == date)
            }
        }
    }

    @Test("Each characteristic is granted by itself; without it a client is told: not set")
    func readTypeByType() async throws {
        try await withService { api in
            let person = try await api.person(read: [])
            let path = person.path("/characteristics")
            _ = try await api.admin.put(path, Self.everything)
            #expect(try await person.app.get(Self.own).json == Self.nothing)
            for (name, value) in Self.everything.members {
                let grants: JSONTree = ["read": [.string(name)]]
                _ = try await api.admin.put(person.path("/grants/\(person.client)"), grants)
                let seen = try await person.app.get(Self.own).json
                #expect(seen == Self.nothing.with(.object([name: value])))
            }
        }
    }

    @Test("Grants name characteristics by full or short name and give them back in full")
    func grants() async throws {
        try await withService { api in
            let person = try await api.person()
            let path = person.path("/grants/\(person.client)")
            let read: JSONTree = [
                "bloodType", "HKCharacteristicTypeIdentifierDateOfBirth", "height",
            ]
            let given = try await api.admin.put(path, ["share": ["height"], "read": read])
            #expect(
                given["read"] == [
                    "HKQuantityTypeIdentifierHeight", "HKCharacteristicTypeIdentifierDateOfBirth",
                    "HKCharacteristicTypeIdentifierBloodType",
                ]
            )
            #expect(try await api.admin.get(path).json == given.json)
            for name: JSONTree in ["bloodType", "HKCharacteristicTypeIdentifierBloodType"] {
                let refused = try await api.admin.put(path, ["share": [name], "read": ["*"]])
                #expect(refused.summary == "400 notShareable" && refused["field"] == "share")
            }
            #expect(try await api.admin.get(path).json == given.json)
        }
    }

    @Test("A characteristic is no sample: it has no samples, statistics or order")
    func noSample() async throws {
        try await withService { api in
            let person = try await api.person()
            let listed = try await person.app.get("/v1/users/me/samples", ("type", "bloodType"))
            #expect(listed.summary == "400 unknownType")
            let pushed = try await person.app.push(
                steps("08:00", "08:10", 1).with(["type": "bloodType"])
            )
            #expect(pushed.outcomes == ["0 rejected unknownType type"])
        }
    }

    @Test("A client sets nothing, not even what it may read, and is told nothing by trying")
    func adminOnly() async throws {
        try await withService { api in
            let person = try await api.person()
            for body: JSONTree in [Self.everything, [:], ["shoeSize": 43]] {
                #expect(try await person.app.put(Self.own, body).summary == "403 forbidden")
            }
            let path = person.path("/characteristics")
            #expect(try await api.admin.get(path).json == Self.nothing)
        }
    }
}
