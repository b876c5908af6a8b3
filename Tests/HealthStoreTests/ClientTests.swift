import HealthStore
import TestSupport
import Testing

@Suite("Clients", .offPool)
struct ClientTests {
    @Test("Clients are numbered from 1, found and listed in order, up to the limit")
    func list() async throws {
        try await withStore { fixture in
            var made: [Client] = []
            for name in ["one", "two", "three"] {
                made.append(
                    try await fixture.store.createClient(
                        bundleIdentifier: "com.example.\(name)",
                        name: name,
                        by: "test"
                    )
                )
            }
            #expect(made.map(\.id.number) == [1, 2, 3])
            #expect(try await fixture.store.clients(limit: 10) == made)
            #expect(try await fixture.store.clients(limit: 2) == Array(made.prefix(2)))
            #expect(try await fixture.store.client(made[1].id) == made[1])
        }
    }

    @Test("A bundle identifier is taken once, however many ask at a time")
    func taken() async throws {
        try await withStore { fixture in
            let made = await withTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask { try? await fixture.makeClient("com.example.app") }
                }
                return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
            }
            #expect(made.count == 1)
            await #expect(throws: HealthStoreError.clientExists) {
                _ = try await fixture.makeClient("com.example.app")
            }
        }
    }

    @Test("A client nobody made is not found; nor is the operator one")
    func missing() async throws {
        try await withStore { fixture in
            let user = try await fixture.makeUser()
            for client in [ClientID(number: 7), .operator] {
                await #expect(throws: HealthStoreError.clientNotFound) {
                    _ = try await fixture.store.client(client)
                }
                await #expect(throws: HealthStoreError.clientNotFound) {
                    try await fixture.store.putGrants(
                        Grants(),
                        user: user,
                        client: client,
                        by: "test"
                    )
                }
                await #expect(throws: HealthStoreError.clientNotFound) {
                    _ = try await fixture.store.createToken(
                        user: user,
                        client: client,
                        expiresAt: nil,
                        by: "test"
                    )
                }
            }
            #expect(try await fixture.count("grants", of: user) == 0)
            #expect(try await fixture.count("tokens", of: user) == 0)
        }
    }

    @Test(
        "Only a plain positive number is a client's identifier",
        arguments: ["", "0", "-1", "+1", "01", " 1", "1 ", "2147483648", "a"]
    )
    func refused(text: String) {
        #expect(ClientID(text) == nil)
    }
}
