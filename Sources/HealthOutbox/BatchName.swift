import Crypto
import HealthModel

/// The name under which a server knows a batch: a UUID.
///
/// It is decided before a batch is sent for the first time, so that a batch that is sent again, as
/// after a lost answer, is answered as it was the first time.
package struct BatchName: Hashable, Sendable, CustomStringConvertible {
    private let uuid: SampleID

    private init(bits: UInt128) {
        uuid = SampleID(bits: bits)
    }

    /// Reads the text form; nil for anything but 36 characters of a UUID.
    package init?(_ text: some StringProtocol) {
        guard let uuid = SampleID(String(text)) else { return nil }
        self.uuid = uuid
    }

    /// The text form: lower case, with hyphens.
    package var description: String { uuid.description }

    /// A name that nobody has used: a version 4 UUID (RFC 9562, section 5.4).
    package static func random() -> BatchName {
        var generator = SecureRandom.SecureGenerator()
        let bits = UInt128.random(in: .min ... .max, using: &generator)
        let (version, variant): (UInt128, UInt128) = (4 << 76, 0b10 << 62)
        return BatchName(bits: bits & ~(15 << 76 | 0b11 << 62) | version | variant)
    }

    /// The name of a half of the batch that has this name, the same at any time.
    func half(_ number: Int) -> BatchName { derived(String(number)) }

    /// The name of the batch with these of the lines that this name stands for.
    ///
    /// Lines that are cut into batches in another way are batches of other names.
    func part(_ lines: Range<Int>) -> BatchName {
        derived("\(lines.lowerBound)-\(lines.upperBound)")
    }

    private func derived(_ text: String) -> BatchName {
        BatchName(bits: NameBasedUUID.version5(namespace: uuid.bits, name: Array(text.utf8)))
    }
}
