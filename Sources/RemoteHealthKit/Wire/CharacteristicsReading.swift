#if !canImport(HealthKit)
import Foundation
import HealthModel
import JSON

/// What the server says of a person that hardly ever changes.
struct PersonCharacteristics: Sendable {
    /// Year, month and day of birth in the Gregorian calendar; nil where it is not known.
    var dateOfBirth: DateComponents?
    /// The biological sex.
    var biologicalSex = HKBiologicalSex.notSet
    /// The blood type.
    var bloodType = HKBloodType.notSet
    /// The skin type.
    var skinType = HKFitzpatrickSkinType.notSet
    /// Whether the person uses a wheelchair.
    var wheelchairUse = HKWheelchairUse.notSet
    /// What the move goal counts; HealthKit has no case for what is not known.
    var activityMoveMode = HKActivityMoveMode.activeEnergy
}

/// Reads the characteristics of the server's answer; what is not known is not set.
///
/// - Throws: `HKError` for a value that this version does not know.
func characteristics(from json: JSONValue) throws -> PersonCharacteristics {
    var person = PersonCharacteristics()
    if let text = json["dateOfBirth"]?.string {
        guard let date = CivilDate(text) else { throw JSONValue.unreadable("dateOfBirth") }
        person.dateOfBirth = DateComponents(
            calendar: Calendar(identifier: .gregorian),
            year: date.year,
            month: date.month,
            day: date.day
        )
    }
    try json.choose("biologicalSex", &person.biologicalSex)
    try json.choose("bloodType", &person.bloodType)
    try json.choose("fitzpatrickSkinType", &person.skinType)
    try json.choose("wheelchairUse", &person.wheelchairUse)
    try json.choose("activityMoveMode", &person.activityMoveMode)
    return person
}

extension JSONValue {
    /// Sets a value to what a member names, if it names one.
    fileprivate func choose<Value: RawRepresentable<Int>>(
        _ name: StaticString,
        _ value: inout Value
    ) throws {
        guard let member = self[name], !member.isNull else { return }
        guard let text = member.string,
            let choice = Catalogue.characteristicType("\(name)")?.value(named: text)
        else { throw Self.unreadable(name) }
        guard case .choice(let rawValue) = choice else { return }
        guard let chosen = Value(rawValue: rawValue) else { throw Self.unreadable(name) }
        value = chosen
    }
}
#endif
