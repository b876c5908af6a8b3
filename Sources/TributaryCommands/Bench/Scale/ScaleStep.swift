/// What is measured at one size of a store, one value a repetition.
struct ScaleStep: Sendable {
    /// A read on so many connections at once.
    struct Kind: Hashable, Sendable {
        /// What is read.
        let operation: ReadOperation
        /// By how many at once.
        let connections: Int
    }

    /// How many read at once.
    static let connections = [1, 16]

    /// Rows that COPY wrote in a second.
    var copy: [Double] = []
    /// Samples that were pushed in a second.
    var push: [Double] = []
    /// What a pushed sample took of the processor.
    var costs = OperationCosts()
    /// The bare trips beside each kind of read.
    var bare: [Kind: ReadTimes] = [:]
    /// The reads.
    var reads: [Kind: ReadTimes] = [:]

    /// What the report says of it.
    func figures(_ size: String) -> [BenchFigure] {
        let ingest = [
            BenchFigure("\(size), COPY", copy, "rows/s"),
            BenchFigure("\(size), push", push, "samples/s", over: "COPY", copy),
            BenchFigure("\(size), CPU of push in PostgreSQL", costs.database, "us/sample"),
            BenchFigure("\(size), CPU of push in the server", costs.server, "us/sample"),
        ]
        let kinds = Self.connections.flatMap { count in
            ReadOperation.allCases.map { Kind(operation: $0, connections: count) }
        }
        return kinds.reduce(into: ingest) { figures, kind in
            guard let reads = reads[kind], let bare = bare[kind] else { return }
            let place = kind.connections == 1 ? "1 connection" : "\(kind.connections) connections"
            figures += reads.figures("\(size), \(kind.operation.name), \(place)", over: bare)
        }
    }
}
