import Foundation
package import Testing

/// Runs tests on threads of their own instead of on Swift's cooperative pool.
///
/// The pool has as many threads as the machine has processors. A test that blocks one, by waiting
/// for a socket or a process, keeps it from the tasks that it waits for; two such tests at once
/// would stop every server under test in the process.
package struct OffPoolTrait: SuiteTrait, TestTrait, TestScoping {
    /// Applies to the tests of nested suites, too.
    package let isRecursive = true

    /// Runs a test with its own threads preferred by it and by its child tasks.
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor.shared) {
            try await function()
        }
    }
}

extension Trait where Self == OffPoolTrait {
    /// For suites whose tests block: see `OffPoolTrait`.
    package static var offPool: Self { Self() }
}

/// Runs a part of a task, such as a server's that a test has to be sure of, on threads of its own.
package func offPool(_ body: @Sendable () async -> Void) async {
    await withTaskExecutorPreference(ThreadExecutor.shared) { await body() }
}

/// Gives every job a thread; slow, and never in anybody's way.
private final class ThreadExecutor: TaskExecutor {
    static let shared = ThreadExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
