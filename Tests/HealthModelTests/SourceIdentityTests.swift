import HealthModel
import TestSupport
import Testing

@Suite("Source identity", .offPool)
struct SourceIdentityTests {
    @Test("Versions, the source's name and the UDI do not make another source")
    func ignoresVersions() {
        let old = SourceIdentity(
            revision: SourceRevision(bundleIdentifier: "com.example", name: "A", version: "1"),
            device: Device(name: "Watch", softwareVersion: "9.0", udiDeviceIdentifier: "x")
        )
        let new = SourceIdentity(
            revision: SourceRevision(bundleIdentifier: "com.example", name: "B", version: "2"),
            device: Device(name: "Watch", firmwareVersion: "7", softwareVersion: "10.1")
        )
        #expect(old == new)
    }

    @Test("Each fact of the device makes another source")
    func usesDevice() {
        let revision = SourceRevision(bundleIdentifier: "com.example", productType: "Watch6,7")
        let devices = [
            nil, Device(name: "x"), Device(manufacturer: "x"), Device(model: "x"),
            Device(hardwareVersion: "x"), Device(localIdentifier: "x"),
        ]
        let identities = devices.map { SourceIdentity(revision: revision, device: $0) }
        #expect(Set(identities).count == devices.count)
        #expect(Set(identities.map(\.parts)).count == devices.count)
        let phone = SourceRevision(bundleIdentifier: "com.example", productType: "iPhone15,2")
        #expect(SourceIdentity(revision: phone, device: nil) != identities[0])
    }
}
