import Testing

extension Tag {
    /// Takes seconds rather than milliseconds: whole processes are started.
    @Tag static var slow: Self
}
