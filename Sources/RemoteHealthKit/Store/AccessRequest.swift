#if !canImport(HealthKit)
import JSON

/// The types that a program asks to save and to read.
struct AccessRequest: Sendable {
    /// The identifiers of those to save, in order.
    let share: [String]
    /// The identifiers of those to read, in order.
    let read: [String]

    /// Makes a request.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for correlations: a program asks for the
    ///   types that they hold.
    init(share: Set<HKSampleType>, read: Set<HKObjectType>) throws {
        self.share = try Self.identifiers(of: share, for: "share")
        self.read = try Self.identifiers(of: read, for: "read")
    }

    private static func identifiers(
        of types: Set<some HKObjectType>,
        for purpose: String
    ) throws -> [String] {
        let refused = types.filter { $0 is HKCorrelationType }.map(\.identifier).sorted()
        guard refused.isEmpty else {
            throw HKError.failure(
                .errorInvalidArgument,
                "Authorization to \(purpose) the following types is disallowed: "
                    + refused.joined(separator: ", ")
            )
        }
        return types.map(\.identifier).sorted()
    }

    /// The questions that find out whether it would show anything; each fits into an address.
    var questions: [[(name: String, value: String?)]] {
        [("share", share), ("read", read)].flatMap { name, types in
            stride(from: 0, to: types.count, by: Self.typesPerQuestion).map { start in
                let some = types[start...].prefix(Self.typesPerQuestion)
                let value: String? = some.joined(separator: ",")
                return [(name: name, value: value)]
            }
        }
    }

    private static let typesPerQuestion = 40

    /// The body of the request.
    ///
    /// HealthKit's names look from the person's side: what an app reads, the person shares with it.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, naming the description that is missing.
    func body(_ configuration: RemoteHealthConfiguration) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if !share.isEmpty {
            writer.key("share")
            writer.list(share)
            let why = configuration.updateUsageDescription
            writer.member(
                "shareUsageDescription",
                try Self.text(why, "NSHealthUpdateUsageDescription", "save")
            )
        }
        if !read.isEmpty {
            writer.key("read")
            writer.list(read)
            let why = configuration.shareUsageDescription
            writer.member(
                "readUsageDescription",
                try Self.text(why, "NSHealthShareUsageDescription", "read")
            )
        }
        writer.endObject()
        return writer.bytes
    }

    private static func text(
        _ description: String?,
        _ key: String,
        _ purpose: String
    ) throws -> String {
        guard let description, !description.isEmpty else {
            throw HKError.failure(
                .errorInvalidArgument,
                "\(key) must be set, to tell the person why the program wants to \(purpose)."
            )
        }
        return description
    }
}

extension JSONWriter {
    fileprivate mutating func list(_ texts: [String]) {
        beginArray()
        for text in texts { string(text) }
        endArray()
    }
}
#endif
