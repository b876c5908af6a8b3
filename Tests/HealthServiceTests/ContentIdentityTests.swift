import HTTPClient
import TestSupport
import Testing

/// The identity of samples that come without a uuid.
@Suite("Samples without a uuid", .offPool)
struct ContentIdentityTests {
    private func food(_ metadata: JSONTree?) -> JSONTree {
        var sample: JSONTree = [
            "type": "dietaryZinc", "start": .string(moment("12:00")),
            "end": .string(moment("12:00")), "value": 2, "unit": "mg",
        ]
        if let metadata { sample["metadata"] = metadata }
        return sample
    }

    @Test("Rule 8: two foods with as much of a thing at one instant are two samples")
    func twoFoods() async throws {
        try await withService { api in
            let person = try await api.person(share: ["*"], read: ["*"])
            let apple = food(["HKFoodType": "Apple"])
            let first = try await person.app.push(apple, food(["HKFoodType": "Pear"]), food(nil))
            #expect(first.counts == "3/0/0")
            #expect(try await person.app.push(apple).counts == "0/1/0")
            let sum = try await person.app.send(
                "GET",
                "/v1/users/me/statistics/dietaryZinc",
                query: wholeDay + [("unit", "mg")]
            )
            #expect(sum["sum"] == 6)
        }
    }

    @Test("The order of metadata keys and the spelling of its values make no other sample")
    func orderOfKeys() async throws {
        try await withService { api in
            let person = try await api.person(share: ["*"], read: ["*"])
            let spellings = [
                #"{"a":1,"b":"\u00e9","HKFoodType":"Pie"}"#,
                #"{"HKMetadataKeyFoodType":"Pie","b":"é","a":1.0}"#,
            ]
            let pushes = spellings.map { metadata in
                #"{"samples":[{"type":"dietaryZinc","start":"\#(moment("12:00"))","#
                    + #""end":"\#(moment("12:00"))","value":2,"unit":"mg","metadata":\#(metadata)}]}"#
            }
            #expect(try await person.app.push(raw: pushes[0]).counts == "1/0/0")
            #expect(try await person.app.push(raw: pushes[1]).counts == "0/1/0")
        }
    }
}
