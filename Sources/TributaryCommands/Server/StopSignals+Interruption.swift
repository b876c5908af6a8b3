extension StopSignals {
    /// What a shell reports for a program that SIGINT ended.
    private static let interrupted: Int32 = 130

    /// Runs work until it ends or a signal comes; then the work is cancelled and waited for.
    ///
    /// Answers the exit status: 0, or 130 after a signal.
    func interrupt(_ work: @escaping @Sendable () async throws -> Void) async throws -> Int32 {
        try await withThrowingTaskGroup(of: Int32.self) { group in
            group.addTask {
                try await work()
                return 0
            }
            group.addTask {
                _ = await self.wait()
                return Self.interrupted
            }
            defer { group.cancelAll() }
            let status = try await group.next() ?? 0
            guard status == Self.interrupted else { return status }
            group.cancelAll()
            // What the work failed with is the interruption; it has cleaned up by then.
            _ = await group.nextResult()
            printError("interrupted: the server is stopped")
            return status
        }
    }
}
