import HealthAPI

/// Why a sample of a batch is not taken: a code, the field at fault, and words.
struct SampleRejection: Error {
    let code: ProblemCode
    let field: String?
    let detail: String

    init(_ code: ProblemCode, _ field: String?, _ detail: String) {
        self.code = code
        self.field = field
        self.detail = detail
    }

    /// A field that must be there is not.
    static func missing(_ field: String) -> SampleRejection {
        SampleRejection(.missingField, field, "The field is required.")
    }

    /// A field that is there is of another kind or form than it must be.
    static func invalid(_ field: String, _ detail: String) -> SampleRejection {
        SampleRejection(.invalidField, field, detail)
    }

    /// The same fault in a part of the sample: `objects[1]` makes `value` `objects[1].value`.
    func inside(_ part: String) -> SampleRejection {
        SampleRejection(code, field.map { "\(part).\($0)" } ?? part, detail)
    }
}
