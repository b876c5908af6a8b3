/// A step on the way to what a test is about went wrong.
struct Unexpected: Error, CustomStringConvertible {
    /// What should have been the case, and what was instead.
    let description: String

    /// Makes an error of one line.
    init(_ description: String) { self.description = description }
}
