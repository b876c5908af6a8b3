import HealthAPI
import JSON
import TestSupport
import Testing

/// The document against the code beside it.
@Suite("OpenAPI document", .offPool)
struct OpenAPITests {
    /// Hands the parsed document to a closure.
    private func withDocument<T>(_ body: (JSONValue) throws -> T) throws -> T {
        try JSONParser(depthLimit: 64).parse(OpenAPI.document, body)
    }

    /// The value at the end of a path of keys.
    private func value(_ keys: String..., in root: JSONValue) throws -> JSONValue {
        try keys.reduce(root) { try #require($0[$1]) }
    }

    @Test("It is JSON of OpenAPI 3.1 in which no member comes twice")
    func parses() throws {
        try withDocument { root in
            #expect(root["openapi"]?.string == "3.1.0")
            #expect(hasDuplicates(root) == false)
        }
    }

    private func hasDuplicates(_ value: JSONValue) -> Bool {
        value.duplicateKey() != nil || value.elements.contains { hasDuplicates($0) }
            || value.members.contains { hasDuplicates($0.value) }
    }

    @Test("It has every call of the server and no other")
    func calls() throws {
        let documented = try withDocument { root in
            try value("paths", in: root).members.flatMap { path, methods in
                methods.members.map { method, _ in
                    "\(method.string.uppercased()) \(path.string)"
                }
            }
        }
        let served = Route.patterns.map { "\($0.method) \($0.path)" }
        #expect(documented.sorted() == served.sorted())
    }

    @Test("It has every code and no other")
    func codes() throws {
        let documented = try withDocument { root in
            try value("components", "schemas", "ProblemCode", "enum", in: root)
                .elements.compactMap(\.string)
        }
        #expect(documented.sorted() == ProblemCode.allCases.map(\.rawValue).sorted())
    }

    @Test("Every call has a name of its own, a summary, and the parameters of its path")
    func operations() throws {
        try withDocument { root in
            var names: Set<String> = []
            var count = 0
            for (path, methods) in try value("paths", in: root).members {
                for (_, operation) in methods.members {
                    count += 1
                    names.insert(try #require(operation["operationId"]?.string))
                    #expect(operation["summary"]?.string?.hasSuffix(".") == true)
                    let inPath = Set(path.string.matches(of: /{(\w+)}/).map { String($0.1) })
                    let references =
                        operation["parameters"]?.elements
                        .compactMap { $0["$ref"]?.string?.split(separator: "/").last } ?? []
                    #expect(inPath.isSubset(of: references.map(String.init)), "\(path.string)")
                }
            }
            #expect(names.count == count)
        }
    }

    @Test("Every code that a call refuses with has a status that the call documents")
    func statuses() throws {
        try withDocument { root in
            let common = try value("x-problem-codes", in: root).elements.compactMap(\.string)
            for (path, methods) in try value("paths", in: root).members {
                for (_, operation) in methods.members {
                    let responses = try value("responses", in: operation)
                    let own = try value("x-problem-codes", in: operation).elements
                        .compactMap(\.string)
                    let isOpen = operation["security"] != nil
                    let ofTokens = [
                        "unauthenticated", "rateLimited", "forbidden", "clientSuspended",
                    ]
                    for name in own + common where !(isOpen && ofTokens.contains(name)) {
                        let code = try #require(ProblemCode(rawValue: name))
                        // The library answers for itself where fields do not fit.
                        guard code != .headersTooLarge else { continue }
                        #expect(responses["\(code.status)"] != nil, "\(path.string) \(name)")
                    }
                }
            }
        }
    }

    @Test("Only the probes, the document and the pages need no token")
    func security() throws {
        try withDocument { root in
            #expect(try value("security", in: root).elements.contains { $0["bearer"] != nil })
            var open: Set<String> = []
            for (path, methods) in try value("paths", in: root).members {
                for (_, operation) in methods.members where operation["security"] != nil {
                    #expect(operation["security"]?.count == 0)
                    open.insert(path.string)
                }
            }
            let pages = Route.patterns.map(\.path).filter(Route.isSheet)
            #expect(open == Set(["/livez", "/readyz", "/openapi.json"] + pages))
        }
    }
}
