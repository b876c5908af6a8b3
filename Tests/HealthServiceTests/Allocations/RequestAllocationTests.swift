import CAllocationCount
import TestSupport
import Testing

/// How many blocks of memory the server asks for to answer a request of those that come most.
///
/// Each kind is measured in a process of its own, where nothing else goes on.
@Suite("The blocks of memory of a request", .offPool)
struct RequestAllocationTests {
    @Test(
        "A request on the hot path takes few blocks of memory, and a sample of a push hardly any",
        .enabled(if: allocation_count_is_available())
    )
    func requests() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            try await withService { api in
                let person = try await api.person()
                let found = try await RequestAllocations(api, person).measure()
                for line in found.lines { print(line) }
                #expect(found.isPlausible, "the server was counted at all")
                #expect(found.alive < 150)
                #expect(found.push < 30_000)
                #expect(found.perSample < 25)
                #expect(found.yearOfDays < 5_000)
                #expect(found.samplesPage < 40_000)
            }
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
}
