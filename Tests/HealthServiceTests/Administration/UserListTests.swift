import HealthAPI
import TestSupport
import Testing

/// Lists of users and what can be changed about them.
@Suite("Lists of users", .offPool)
struct UserListTests {
    @Test("Users come in pages, each once")
    func pages() async throws {
        try await withService { api in
            var made: Set<String> = []
            for name in ["Ana", "Bo", "Cy"] {
                let user = try await api.admin.post("/v1/users", ["name": .string(name)])
                made.insert(try #require(user["id"].string))
            }
            var listed: [String] = []
            var cursor: String?
            repeat {
                let page = try await api.admin.send(
                    "GET",
                    "/v1/users",
                    query: [("limit", "2")] + (cursor.map { [("cursor", $0)] } ?? [])
                )
                listed += page["users"].elements.compactMap { $0["id"].string }
                cursor = page["cursor"].string
            } while cursor != nil
            #expect(listed.count == 3 && Set(listed) == made)
            for cursor in ["x", "", "AAAA"] {
                let answer = try await api.admin.get("/v1/users", ("cursor", cursor))
                #expect(answer.summary == "400 cursorInvalid")
            }
            #expect(try await api.admin.get("/v1/users", ("limit", "0")).status == 400)
        }
    }

    @Test("A user's name and zone are changed by themselves")
    func change() async throws {
        try await withService { api in
            let made = try await api.admin.post("/v1/users", ["name": "Ana"])
            let path = "/v1/users/\(made["id"].string ?? "")"
            let zone = try await api.admin.patch(path, ["timeZone": "Asia/Tokyo"])
            #expect(zone["name"] == "Ana" && zone["timeZone"] == "Asia/Tokyo")
            let unnamed = try await api.admin.patch(path, ["name": nil])
            #expect(unnamed["name"] == .null && unnamed["timeZone"] == "Asia/Tokyo")
            #expect(unnamed["createdAt"] == made["createdAt"])
            for body: JSONTree in [["timeZone": "Mars/Olympus"], ["name": ""], ["nam": "x"]] {
                #expect(try await api.admin.patch(path, body).summary == "400 invalidRequest")
            }
            let missing = try await api.admin.patch("/v1/users/00000000000000ff", ["name": "x"])
            #expect(missing.summary == "404 userNotFound")
        }
    }
}
