import ChildProcesses
import Foundation
import HealthModel
import Postgres

/// psql's own import: `\copy` of CSV into the same table, a transaction a batch, a psql a connection.
struct PsqlBaseline: Sendable {
    /// Where psql is; one that is not there is known by `isInstalled`.
    let program: String
    /// How psql reaches the database.
    let connectionString: String

    /// Looks beside the programs of the server that runs: psql comes with its packages.
    init(_ calls: BenchCalls) throws {
        let statement = Statement(
            "bench.programs",
            "SELECT setting FROM pg_config WHERE name = 'BINDIR'"
        )
        program = try calls.connection().run(statement).text(0, 0) + "/psql"
        connectionString = calls.connectionString
    }

    /// Whether it can be run.
    var isInstalled: Bool { access(program, X_OK) == 0 }

    /// Imports each worker's batches and gives the seconds it took, psql's start included.
    ///
    /// - Parameter users: the number of each user in the database.
    func run(_ work: IngestWork, users: [Int64]) throws -> Double {
        let directory = try TemporaryDirectory(named: "psql", in: TemporaryDirectory.standardParent)
        defer { directory.remove() }
        for (worker, batches) in work.workers.enumerated() {
            let script = Data(Self.script(batches, users: users))
            try script.write(to: URL(fileURLWithPath: "\(directory.path)/\(worker)"))
        }
        return try timeOnThreads(work.workers.count) { try runScript("\(directory.path)/\($0)") }
    }

    private func runScript(_ file: String) throws {
        let status = try ChildProcess.run([
            program, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1",
            "--dbname=\(connectionString)", "--file=\(file)",
        ])
        guard status == 0 else { throw CommandError("psql ended with status \(status)") }
    }

    /// What psql runs: a `\copy` for each batch, with its rows behind it.
    static func script(_ batches: [IngestWork.Batch], users: [Int64]) -> [UInt8] {
        var text: [UInt8] = []
        var position = 0
        for batch in batches {
            text += "\\copy samples (\(CopyBaseline.columns)) FROM STDIN WITH (FORMAT csv)\n".utf8
            for sample in batch.samples {
                position += 1
                text += row(sample, user: users[batch.user], position: position).utf8
            }
            text += "\\.\n".utf8
        }
        return text
    }

    private static func row(_ sample: BenchSample, user: Int64, position: Int) -> String {
        let type = sample.type.quantityType?.id ?? 0
        return "\(user),\(SampleID(bits: sample.uuid)),\(sample.start),\(sample.end),"
            + "\(sample.value),\(sample.end),\(position),1,1,1,\(type),0,0,f,t,\n"
    }
}
