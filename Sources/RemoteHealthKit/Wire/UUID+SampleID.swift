#if !canImport(HealthKit)
import Foundation
import HealthModel

extension UUID {
    /// Takes an identifier of the server: the same bytes in the same order.
    init(_ id: SampleID) {
        self = withUnsafeBytes(of: id.bits.bigEndian) { bytes in
            UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}

extension SampleID {
    /// Takes an identifier of Foundation: the same bytes in the same order.
    init(_ uuid: UUID) {
        let bits = withUnsafeBytes(of: uuid.uuid) { $0.loadUnaligned(as: UInt128.self) }
        self.init(bits: UInt128(bigEndian: bits))
    }
}
#endif
