import HealthAPI
import TestSupport
import Testing

/// The document against the server: what is written down is what is answered.
@Suite("Contract", .offPool)
struct ContractTests {
    private let contract = Contract.shared

    @Test("Schemas use only keywords that the checker checks")
    func keywords() {
        for (name, schema) in contract.document["components"]["schemas"].members {
            #expect(unknownKeywords(schema).isEmpty, "schema \(name)")
        }
    }

    @Test("Every reference leads somewhere")
    func references() {
        for reference in references(in: contract.document) {
            #expect(contract.resolved(["$ref": .string(reference)]) != .null, "\(reference)")
        }
    }

    @Test("Every example is what its schema says")
    func examples() {
        var count = 0
        for operation in contract.operations {
            let bodies =
                [operation.description["requestBody"]]
                + operation.description["responses"].members.values.map { contract.resolved($0) }
            for media in bodies.flatMap({ $0["content"].members.values })
            where media["example"] != .null {
                count += 1
                let faults = contract.schemas.faults(in: media["example"], media["schema"])
                #expect(faults.isEmpty, "\(operation.method) \(operation.path)")
            }
        }
        #expect(count >= 25)
    }

    @Test("Every call documents the parameters that it takes, and no others")
    func parameters() async throws {
        try await withService { api in
            let person = try await api.person()
            // A page passes over what it does not know: links get things added to them.
            for operation in contract.operations where !Route.isSheet(path: operation.path) {
                let path = operation.path.replacing("{user}", with: person.id)
                    .replacing("{client}", with: person.client)
                    .replacing("{token}", with: person.tokenID)
                    .replacing("{uuid}", with: person.tokenID)
                    .replacing("{webhook}", with: person.tokenID)
                    .replacing("{request}", with: person.tokenID)
                    .replacing("{code}", with: person.tokenID)
                    .replacing("{session}", with: person.tokenID)
                    .replacing("{template}", with: "phone-app")
                    .replacing("{type}", with: "stepCount")
                let body: [UInt8]? = operation.description["requestBody"] == .null ? nil : [0x7B]
                let answer = try await api.admin.send(
                    operation.method,
                    path,
                    query: [("nonsense", "1")],
                    body: body
                )
                #expect(answer.summary == "400 unknownParameter", "\(operation.path)")
                let detail = try #require(answer["detail"].string)
                #expect(named(in: detail) == documentedParameters(of: operation), "\(path)")
            }
        }
    }

    @Test("The document is given out as it is embedded")
    func document() async throws {
        try await withService { api in
            let answer = try await api.stranger.get("/openapi.json")
            #expect(answer.body == OpenAPI.document)
        }
    }

    /// The names after `It has:`.
    private func named(in detail: String) -> Set<String> {
        guard let list = detail.split(separator: "It has: ").dropFirst().first else { return [] }
        return Set(list.dropLast().split(separator: ", ").map(String.init))
    }

    private func documentedParameters(of operation: Contract.Operation) -> Set<String> {
        let parameters = operation.description["parameters"].elements
            .map { contract.resolved($0) }
            .filter { $0["in"] == "query" }
        return Set(parameters.compactMap { $0["name"].string })
    }

    private func unknownKeywords(_ schema: JSONTree) -> Set<String> {
        var unknown = Set(schema.members.keys).subtracting(SchemaChecker.keywords)
        let parts =
            Array(schema["properties"].members.values) + schema["anyOf"].elements
            + [schema["items"], schema["additionalProperties"]]
        for part in parts where part != .null { unknown.formUnion(unknownKeywords(part)) }
        return unknown
    }

    private func references(in value: JSONTree) -> [String] {
        [value["$ref"].string].compactMap { $0 }
            + (Array(value.members.values) + value.elements).flatMap { references(in: $0) }
    }
}
