import HTTPServer
import HealthAPI
import HealthService
import TestSupport
import Testing

/// Whose bodies may take the memory of all.
@Suite("Vouching", .offPool)
struct VouchingTests {
    private func vouches(_ api: TestAPI, _ authorization: String?) -> Bool {
        let fields = authorization.map { [(name: "Authorization", value: $0)] } ?? []
        return api.service.vouches(
            for: HTTPRequestHead(
                id: "1",
                method: "POST",
                path: "/v1/users/me/samples",
                query: [],
                headers: HTTPHeaders(fields),
                remoteAddress: "127.0.0.1"
            )
        )
    }

    @Test("A token is vouched for once it was good, and no other ever")
    func tokens() async throws {
        try await withService { api in
            let person = try await api.person(share: nil)
            let bearer = "Bearer " + (person.app.token ?? "")
            for bad in [
                nil, "", "Bearer", "Bearer trib_c_wrong", "Basic eA==", bearer + "x", bearer,
            ] {
                #expect(!vouches(api, bad))
            }
            #expect(try await person.app.get("/v1/users/me/sources").status == 200)
            #expect(vouches(api, bearer) && !vouches(api, bearer + "x"))
            #expect(vouches(api, "Bearer " + (api.admin.token ?? "")))
        }
    }
}
