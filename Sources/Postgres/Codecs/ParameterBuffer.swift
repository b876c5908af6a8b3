/// The parameters of one call, laid out as libpq wants them.
///
/// A connection keeps one and fills it anew for each statement, so that its memory is reused.
struct ParameterBuffer: ~Copyable {
    private var writer = ByteWriter()
    /// Where each value begins in the writer; -1 stands for NULL.
    private var offsets: [Int] = []
    private var lengths: [Int32] = []
    /// The object identifier of each parameter's type.
    private(set) var types: [UInt32] = []
    /// As many ones as the largest call had parameters: every parameter is binary.
    private var formats: [Int32] = []

    /// Replaces the content by these parameters.
    mutating func encode(_ binds: [Bind]) {
        writer.reset()
        // libpq takes a null pointer for NULL, so even an empty value needs an address.
        writer.integer(0 as UInt8)
        offsets.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        types.removeAll(keepingCapacity: true)
        for bind in binds {
            let start = writer.count
            let isPresent = bind.write(to: &writer)
            offsets.append(isPresent ? start : -1)
            lengths.append(fieldLength(writer.count - start))
            types.append(bind.type)
        }
        while formats.count < binds.count { formats.append(1) }
    }

    /// Lends the arrays that `PQsendQueryPrepared` takes.
    func withPointers<Answer>(
        _ body: (
            _ count: Int32, _ values: UnsafePointer<UnsafePointer<CChar>?>?,
            _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
        ) -> Answer
    ) -> Answer {
        guard !offsets.isEmpty else { return body(0, nil, nil, nil) }
        let start = writer.start
        let values = offsets.map { offset -> UnsafePointer<CChar>? in
            offset < 0 ? nil : start.advanced(by: offset).assumingMemoryBound(to: CChar.self)
        }
        return values.withUnsafeBufferPointer { values in
            body(Int32(values.count), values.baseAddress, lengths, formats)
        }
    }
}
