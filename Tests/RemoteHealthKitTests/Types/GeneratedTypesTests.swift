#if !canImport(HealthKit)
import Foundation
import Testing

@testable import HealthModel
@testable import RemoteHealthKit

/// The generated files against the catalogue: a stale one shows here.
struct GeneratedTypesTests {
    private static func source(_ name: String) throws -> String {
        let types = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/RemoteHealthKit/Types")
        return try String(contentsOf: types.appending(path: name), encoding: .utf8)
    }

    private static var identifiers: [(kind: String, short: String, full: String)] {
        Catalogue.quantityTypes.map { ("HKQuantityTypeIdentifier", $0.shortName, $0.identifier) }
            + Catalogue.categoryTypes.map {
                ("HKCategoryTypeIdentifier", $0.shortName, $0.identifier)
            }
            + CorrelationType.allCases.map {
                ("HKCorrelationTypeIdentifier", $0.shortName, $0.identifier)
            }
            + Catalogue.characteristicTypes.map {
                ("HKCharacteristicTypeIdentifier", $0.shortName, $0.identifier)
            }
    }

    @Test func `The identifiers are those of the catalogue, under their short names`() throws {
        let lines = try Set(Self.source("Identifiers+Generated.swift").split(separator: "\n"))
        for (kind, short, full) in Self.identifiers {
            let line = "    public static let \(short) = \(kind)(rawValue: \"\(full)\")"
            #expect(lines.contains(Substring(line)), "\(full)")
        }
        #expect(lines.count { $0.contains("static let") } == Self.identifiers.count)
    }

    @Test func `Some identifiers have the spelling that programs use`() {
        #expect(HKQuantityTypeIdentifier.vo2Max.rawValue == "HKQuantityTypeIdentifierVO2Max")
        #expect(
            HKQuantityTypeIdentifier.uvExposure.rawValue == "HKQuantityTypeIdentifierUVExposure"
        )
        #expect(
            HKQuantityTypeIdentifier.heartRateVariabilitySDNN.rawValue
                == "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
        )
        #expect(
            HKQuantityTypeIdentifier.forcedExpiratoryVolume1.rawValue
                == "HKQuantityTypeIdentifierForcedExpiratoryVolume1"
        )
        #expect(HKCorrelationTypeIdentifier.food.rawValue == "HKCorrelationTypeIdentifierFood")
    }

    @Test func `The metadata keys are those of the catalogue`() throws {
        let lines = try Set(Self.source("MetadataKeys+Generated.swift").split(separator: "\n"))
        let constants = lines.filter { $0.hasPrefix("public let ") }
        #expect(constants.count == MetadataKind.byKey.count)
        for line in constants {
            let name = String(line.dropFirst("public let ".count).prefix { $0 != ":" })
            let key = line.split(separator: "\"")[1]
            #expect(Catalogue.canonicalMetadataKey(name) == key)
            #expect(MetadataKind.byKey[String(key)] != nil)
        }
        for (constant, key) in Catalogue.rawMetadataKeys {
            #expect(constants.contains("public let \(constant): String = \"\(key)\""))
        }
        #expect(HKMetadataKeyTimeZone == "HKTimeZone")
        #expect(HKMetadataKeySyncIdentifier == "HKMetadataKeySyncIdentifier")
        #expect(HKMetadataKeyWasUserEntered == "HKWasUserEntered")
    }

    @Test func `Every enumeration of the catalogue is mirrored`() throws {
        let source = try Self.source("Enumerations+Generated.swift")
        for enumeration in Catalogue.enumerations {
            #expect(source.contains("public enum \(enumeration.name): "), "\(enumeration.name)")
        }
        let count = source.components(separatedBy: "public enum ").count - 1
        #expect(count == Catalogue.enumerations.count)
    }
}
#endif
