import HealthModel
import TestSupport
import Testing

@Suite("Sample identifiers", .offPool)
struct SampleIDTests {
    @Test("Capitals are read and small letters are written")
    func capitals() throws {
        let text = "6F1C0F6E-1B1A-4D2C-9B1E-0A1B2C3D4E5F"
        let identifier = try #require(SampleID(text))
        #expect(identifier.description == text.lowercased())
        #expect(identifier == SampleID(text.lowercased()))
        #expect(identifier.bits == 0x6f1c_0f6e_1b1a_4d2c_9b1e_0a1b_2c3d_4e5f)
    }

    @Test("Random identifiers are read back as they were")
    func roundTrip() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<1000 {
            let identifier = SampleID(bits: .random(in: 0...UInt128.max, using: &generator))
            #expect(SampleID(identifier.description) == identifier, "seed 2")
        }
    }

    @Test(
        "Other spellings are refused",
        arguments: [
            "", "6f1c0f6e1b1a4d2c9b1e0a1b2c3d4e5f", "{6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f}",
            "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5", "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5f0",
            "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e5g", "6f1c0f6e_1b1a_4d2c_9b1e_0a1b2c3d4e5f",
            "6f1c0f6-e1b1a-4d2c-9b1e-0a1b2c3d4e5f", "6f1c0f6e-1b1a-4d2c-9b1e-0a1b2c3d4e\0f",
        ]
    )
    func refuses(text: String) {
        #expect(SampleID(text) == nil)
    }

    @Test("Identifiers are ordered as their text is")
    func order() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let left = SampleID(bits: .random(in: 0...UInt128.max, using: &generator))
            let right = SampleID(bits: .random(in: 0...UInt128.max, using: &generator))
            #expect((left < right) == (left.description < right.description), "seed 3")
        }
    }
}
