import Foundation
import Testing

@testable import RemoteHealthKit

struct WorkoutRecordingTests {
    private let later = noon.addingTimeInterval(600)

    private func refused(_ body: (inout WorkoutRecording) throws -> Void) -> Bool {
        var recording = WorkoutRecording()
        do {
            try body(&recording)
            return false
        } catch {
            return (error as? HKError)?.code == .errorInvalidArgument
        }
    }

    @Test func `Nothing is added before it has begun`() {
        #expect(refused { try $0.add([steps(1)]) })
        #expect(refused { try $0.end(at: noon) })
        #expect(refused { try $0.finish() })
    }

    @Test func `It begins once and ends after it began`() {
        #expect(
            refused {
                try $0.begin(at: noon)
                try $0.begin(at: noon)
            }
        )
        #expect(
            refused {
                try $0.begin(at: later)
                try $0.end(at: noon)
            }
        )
    }

    @Test func `A sample is added once`() {
        let sample = steps(1)
        #expect(
            refused {
                try $0.begin(at: noon)
                try $0.add([sample])
                try $0.add([sample])
            }
        )
        #expect(
            refused {
                try $0.begin(at: noon)
                try $0.add([sample, sample])
            }
        )
    }

    @Test func `It is finished once, and again after it failed`() throws {
        var recording = WorkoutRecording()
        try recording.begin(at: noon)
        try recording.end(at: later)
        try recording.add([steps(1)])
        try recording.finish()
        #expect(throws: HKError.self) { try recording.finish() }
        #expect(throws: HKError.self) { try recording.add([steps(2)]) }
        recording.reopen()
        try recording.finish()
        #expect(recording.phase == .finished)
    }
}
