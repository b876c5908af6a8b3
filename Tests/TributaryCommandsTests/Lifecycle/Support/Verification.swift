import Testing

/// Has the program look for what must never be in a data directory, with a server on it or without.
func verify(_ data: DataFolder, in folder: TemporaryFolder) async throws {
    let program = try Program(["verify", "--data-dir", data.path], in: folder)
    let status = try await program.waitForEnd(within: .seconds(120))
    #expect(status == 0, "\(program.output)\(program.errors)")
    #expect(program.output.contains("0 differences"))
}
