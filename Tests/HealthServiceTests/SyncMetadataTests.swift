import HTTPClient
import TestSupport
import Testing

/// What the metadata says about versions, before anything is made of it.
@Suite("Sync identifiers and versions", .offPool)
struct SyncMetadataTests {
    /// Identifier and version, and how a sample with them is refused.
    private static let cases: [(metadata: JSONTree, fault: String?)] = [
        (["HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": 1], nil),
        (["HKMetadataKeySyncIdentifier": "b", "HKMetadataKeySyncVersion": "2"], nil),
        (["HKMetadataKeySyncIdentifier": "c", "HKMetadataKeySyncVersion": "-1.5"], nil),
        (["HKMetadataKeySyncIdentifier": "d", "HKMetadataKeySyncVersion": 0], nil),
        (
            ["HKMetadataKeySyncIdentifier": "a"],
            "missingField metadata.HKMetadataKeySyncVersion"
        ),
        (["HKMetadataKeySyncVersion": 1], "missingField metadata.HKMetadataKeySyncIdentifier"),
        (
            ["HKMetadataKeySyncIdentifier": "", "HKMetadataKeySyncVersion": 1],
            "invalidField metadata.HKMetadataKeySyncIdentifier"
        ),
        (
            ["HKMetadataKeySyncIdentifier": 7, "HKMetadataKeySyncVersion": 1],
            "invalidField metadata.HKMetadataKeySyncIdentifier"
        ),
        (
            ["HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": true],
            "invalidField metadata.HKMetadataKeySyncVersion"
        ),
        (
            ["HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": "one"],
            "invalidField metadata.HKMetadataKeySyncVersion"
        ),
        (
            ["HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": ""],
            "invalidField metadata.HKMetadataKeySyncVersion"
        ),
        (
            ["HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": "inf"],
            "invalidField metadata.HKMetadataKeySyncVersion"
        ),
        (
            ["HKMetadataKeySyncIdentifier": "a", "HKMetadataKeySyncVersion": "0x1"],
            "invalidField metadata.HKMetadataKeySyncVersion"
        ),
    ]

    @Test("Both come together, as text and number; an export's number may be text")
    func pairs() async throws {
        try await withService { api in
            let person = try await api.person()
            for (number, example) in Self.cases.enumerated() {
                let minute = number < 10 ? "0\(number)" : "\(number)"
                let sample = steps("08:\(minute)", "08:\(minute)", 1)
                    .with(["metadata": example.metadata])
                let answer = try await person.app.push(sample)
                let expected = example.fault.map { ["0 rejected \($0)"] } ?? []
                #expect(answer.outcomes == expected, "\(example.metadata)")
            }
        }
    }

    @Test("The pair decides for samples of every kind, and inside correlations")
    func everyKind() async throws {
        try await withService { api in
            let person = try await api.person()
            func pair(_ version: Double) -> JSONTree {
                [
                    "metadata": [
                        "HKMetadataKeySyncIdentifier": "x",
                        "HKMetadataKeySyncVersion": .number(version),
                    ]
                ]
            }
            let samples = [
                sleep("01:00", "02:00", 3), workout("08:00", "09:00"),
                bloodPressure("10:00", 121, 79),
            ]
            for sample in samples {
                #expect(try await person.app.push(sample.with(pair(1))).counts == "1/0/0")
                let newer = try await person.app.push(
                    sample.with(pair(2)).with(["end": .string(moment("11:00"))])
                )
                #expect(newer["replaced"] == 1, "\(sample)")
                let older = try await person.app.push(sample.with(pair(1)))
                #expect(older["ignored"] == 1, "\(sample)")
            }
            let lone = food("12:00", [:]).with([
                "objects": [
                    object("dietarySugar", 1, "g").with([
                        "metadata": ["HKMetadataKeySyncVersion": 1]
                    ])
                ]
            ])
            #expect(
                try await person.app.push(lone).outcomes == [
                    "0 rejected missingField objects[0].metadata.HKMetadataKeySyncIdentifier"
                ]
            )
        }
    }
}
