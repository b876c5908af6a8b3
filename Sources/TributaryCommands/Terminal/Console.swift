import Foundation

/// Where a command writes what people read.
struct Console: Sendable {
    /// Writes text to standard output, as it is.
    let out: @Sendable (String) -> Void
    /// Writes text to standard error, as it is.
    let error: @Sendable (String) -> Void
    /// Whether standard error is a terminal, on which a line can be drawn again.
    let isTerminal: Bool
    /// The columns of the terminal that standard output is, else 80.
    let width: Int

    /// Writes bytes to standard output, as they are.
    ///
    /// - Throws: `CommandError` when nobody takes them any more.
    var bytes: @Sendable ([UInt8]) throws -> Void = { _ in }

    /// The console of the process.
    static var standard: Console {
        Console(
            out: { write($0, to: STDOUT_FILENO) },
            error: { write($0, to: STDERR_FILENO) },
            isTerminal: isatty(STDERR_FILENO) == 1,
            width: columns(of: STDOUT_FILENO) ?? 80,
            bytes: { bytes in
                guard write(bytes[...], to: STDOUT_FILENO) else {
                    throw CommandError("nobody takes what is written")
                }
            }
        )
    }

    /// Writes a line to standard output.
    func line(_ text: String = "") { out(text + "\n") }

    /// Writes all of a text; what a reader that went away does not take is dropped.
    private static func write(_ text: String, to descriptor: Int32) {
        _ = write(Array(text.utf8)[...], to: descriptor)
    }

    /// Writes bytes; false where not all of them were taken.
    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }

    /// The width of a terminal, if the descriptor is one (tty_ioctl(4)).
    private static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
