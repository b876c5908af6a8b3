import HealthAPI
import JSON
import TestSupport
import Testing

/// Refusals as they go over the wire.
@Suite("Problems", .offPool)
struct ProblemTests {
    @Test("A problem has its five members, and the others where it has a place")
    func members() throws {
        let bare = Problem(.notFound, "There is no such path.")
        #expect(
            String(decoding: bare.json(requestID: nil), as: UTF8.self)
                == #"{"type":"about:blank","title":"Not Found","status":404,"code":"notFound","#
                + #""detail":"There is no such path."}"#
        )
        let placed = Problem(.malformedJSON, "x", field: "a\"b", offset: 3)
        let json = placed.json(requestID: "id")
        try JSONParser().parse(json) { root in
            #expect(root["field"]?.string == "a\"b" && root["offset"]?.int == 3)
            #expect(root["requestId"]?.string == "id" && root["status"]?.int == 400)
        }
    }

    @Test("Every code has the status of a refusal and a title of its own status")
    func statuses() throws {
        var titles: [Int: Set<String>] = [:]
        for code in ProblemCode.allCases {
            #expect((400...599).contains(code.status), "\(code)")
            let json = Problem(code, "x").json(requestID: nil)
            let title = try JSONParser().parse(json) { $0["title"]?.string }
            titles[code.status, default: []].insert(try #require(title))
        }
        #expect(titles.values.allSatisfy { $0.count == 1 })
        #expect(Set(titles.values.flatMap { $0 }).count == titles.count)
    }
}
