import Foundation

/// The room on disk that the scale curve needs, known before it begins.
struct ScaleSpace: Sendable {
    /// The bytes of everything at the end, with the log PostgreSQL writes.
    let bytes: Int

    /// What a sample takes with all indexes, totals and its place in the feed, generously.
    private static let bytesOfSample = 400
    /// PostgreSQL's log has 2 GB by its setting, and more for a while.
    private static let logLimit = 3_000_000_000

    /// Reckons it from the samples that are stored on the way, COPY's and pushes'.
    init(_ plan: BenchPlan) {
        let steps = ScaleBench.steps(to: plan.scale).count
        let measured = 2 * plan.samples * plan.repetitions * steps
        let data = (plan.scale + measured) * Self.bytesOfSample
        bytes = data + min(data, Self.logLimit)
    }

    /// Says what is needed and what there is where servers of the benchmark are made.
    ///
    /// - Throws: `CommandError` where there is too little.
    func check(_ progress: BenchProgress) throws {
        let directory = TemporaryDirectory.standardParent
        var found = statvfs()
        guard statvfs(directory, &found) == 0 else {
            throw CommandError("the room in \(directory) cannot be known")
        }
        let free = Int(found.f_bavail) * Int(found.f_frsize)
        try check(free: free, in: directory)
        try progress.note(
            "bench: scale, takes up to \(NumberText.bytes(Int64(bytes))) in \(directory),"
                + " where \(NumberText.bytes(Int64(free))) are free"
        )
    }

    /// Refuses where there is too little.
    func check(free: Int, in directory: String) throws {
        guard free >= bytes else {
            throw CommandError(
                "the scale curve needs \(NumberText.bytes(Int64(bytes))) in \(directory), where"
                    + " \(NumberText.bytes(Int64(free))) are free; make it smaller with --scale"
                    + " or set TMPDIR to a directory of a larger disk"
            )
        }
    }
}
