import Foundation

/// A data directory with a cluster that has the product's schema, made once in a run of the tests.
///
/// To make a cluster takes seconds on a busy disk, to copy one does not.
enum PreparedData {
    private static let path = "/tmp/tributary-life-prepared-\(getpid())"

    private static let preparation = Task {
        atexit(removePrepared)
        let folder = try TemporaryFolder()
        let program = try Program(["migrate", "up", "--data-dir", path], in: folder)
        guard try await program.waitForEnd(within: .seconds(60)) == 0 else {
            throw Unexpected("a cluster can be made: \(program.errors)")
        }
    }

    /// Copies the directory to a place where there is none yet.
    static func provide(_ data: DataFolder, in folder: TemporaryFolder) async throws {
        guard !FileManager.default.fileExists(atPath: data.path) else { return }
        try await preparation.value
        let copy = try Program(command: ["cp", "-a", path, data.path], in: folder)
        guard try await copy.waitForEnd() == 0 else {
            throw Unexpected("a cluster can be copied: \(copy.errors)")
        }
    }

    /// Removes the directory.
    fileprivate static func remove() {
        // Nobody is left to tell if this fails.
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// A global function, because the C library calls it.
private func removePrepared() {
    PreparedData.remove()
}
