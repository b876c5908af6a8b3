import TestSupport
import Testing
import TributaryCommands

/// What a process leaves to the system when it exits.
@Suite("The end of a process")
struct ExitTests {
    @Test("The program has OpenSSL keep what threads may be freeing that end with the process")
    func openSSL() async {
        await #expect(processExitsWith: .success) {
            #expect(await Tributary.run(["help"]) == 0)
            exitTellingOfOpenSSL()
        }
    }
}
