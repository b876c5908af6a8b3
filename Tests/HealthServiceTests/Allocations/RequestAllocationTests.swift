import CAllocationCount
import TestSupport
import Testing

/// How many blocks of memory the server asks for to answer a request of those that come most.
///
/// All is measured in a process of its own, where nothing else goes on. The bounds are those of a
/// build that is not optimised.
@Suite("The blocks of memory of a request", .offPool)
struct RequestAllocationTests {
    @Test(
        "A request on the hot path takes no more than half as many blocks again as it did",
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
                #expect(found.alive < 540)
                #expect(found.push < 190_000)
                #expect(found.perSample < 180)
                #expect(found.yearOfDays < 13_500)
                #expect(found.samplesPage < 71_000)
            }
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
}
