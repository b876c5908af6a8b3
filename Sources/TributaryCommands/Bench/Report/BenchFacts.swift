import JSON
import Postgres

/// Where and with what something was measured.
struct BenchFacts: Sendable {
    /// When it began, in UTC.
    let begun = BenchMachine.time()
    /// The commit of the directory it was run in; nil where git knows none.
    let commit = BenchMachine.commit()
    /// The compiler's version and whether it optimised.
    let build = BenchMachine.build
    /// The model of the processor.
    let processor = BenchMachine.processor()
    /// Its cores.
    let cores = BenchMachine.cores
    /// The memory of the machine, in bytes.
    let memoryInBytes = BenchMachine.memoryInBytes()
    /// The kernel and its version.
    let kernel = BenchMachine.kernel()
    /// The average length of the queue of processes before: what else the machine did.
    let loadBefore = BenchMachine.load()
    /// The same after the run, which had its share in it.
    var loadAfter = 0.0
    /// The database's version and settings, by name.
    var settings: [(name: String, value: String)] = []

    /// What is asked of the database.
    private static let names = [
        "server_version", "synchronous_commit", "fsync", "shared_buffers", "max_wal_size",
        "wal_compression", "max_connections",
    ]

    /// What a database says of itself.
    static func settings(of connection: Connection) throws -> [(name: String, value: String)] {
        try names.map { name in
            let statement = Statement("bench.setting", "SELECT current_setting($1)")
            return (name, try connection.run(statement, [.text(name)]).text(0, 0))
        }
    }

    /// Lines for people.
    var lines: [String] {
        [
            "\(begun), commit \(commit ?? "unknown"), \(build)",
            "\(processor), \(cores) cores, \(NumberText.bytes(Int64(memoryInBytes))), \(kernel)",
            "load average \(NumberText.decimal(loadBefore, places: 1)) before,"
                + " \(NumberText.decimal(loadAfter, places: 1)) after",
            "PostgreSQL: " + settings.map { "\($0.name) \($0.value)" }.joined(separator: ", "),
        ]
    }

    /// Writes the members of an object that is open.
    func write(to writer: inout JSONWriter) {
        writer.member("begun", begun)
        writer.member("commit", commit)
        writer.member("build", build)
        writer.key("machine")
        writer.beginObject()
        writer.member("processor", processor)
        writer.member("cores", cores)
        writer.member("memoryInBytes", memoryInBytes)
        writer.member("kernel", kernel)
        writer.member("loadBefore", orNull: loadBefore)
        writer.member("loadAfter", orNull: loadAfter)
        writer.endObject()
        writer.key("postgres")
        writer.beginObject()
        for setting in settings { writer.member(setting.name, setting.value) }
        writer.endObject()
    }
}
