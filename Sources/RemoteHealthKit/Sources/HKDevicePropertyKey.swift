#if !canImport(HealthKit)
/// The device's name; for predicates.
///
/// HealthKit does not publish the values of these constants.
public let HKDevicePropertyKeyName: String = "name"
/// The device's maker; for predicates.
public let HKDevicePropertyKeyManufacturer: String = "manufacturer"
/// The device's model; for predicates.
public let HKDevicePropertyKeyModel: String = "model"
/// The revision of the hardware; for predicates.
public let HKDevicePropertyKeyHardwareVersion: String = "hardwareVersion"
/// The revision of the firmware; for predicates.
public let HKDevicePropertyKeyFirmwareVersion: String = "firmwareVersion"
/// The version of the software; for predicates.
public let HKDevicePropertyKeySoftwareVersion: String = "softwareVersion"
/// An identifier the app gave the device; for predicates.
public let HKDevicePropertyKeyLocalIdentifier: String = "localIdentifier"
/// The device identifier part of a Unique Device Identifier; for predicates.
public let HKDevicePropertyKeyUDIDeviceIdentifier: String = "udiDeviceIdentifier"
#endif
