/// A way of life with a weekly rhythm.
package enum Habit: String, Sendable, CaseIterable {
    /// Walks to the train in the morning and back in the evening, and sleeps in at weekends.
    case commuter
    /// Works nights, four in a row, and sleeps by day after each.
    case nightNurse
    /// Runs before breakfast, longest on Sundays.
    case runner
    /// Sits most of the time.
    case sedentary
    /// A commuter who flies to other zones and back.
    case traveller
    /// At home with children: always on the move, and seldom with the phone.
    case parent

    /// How a day goes, by civil days since 1970.
    ///
    /// - Parameter phase: Which of the seven days a person's week begins on, where it is not Sunday.
    func rhythm(on day: Int, phase: Int) -> Rhythm {
        switch self {
        case .commuter, .traveller: Self.commute(isWeekend: Self.isWeekend(day))
        case .nightNurse: Self.shift(day: day, phase: phase)
        case .runner: Self.training(weekday: Self.weekday(of: day), phase: phase)
        case .sedentary: Self.sitting(isWeekend: Self.isWeekend(day))
        case .parent: Self.household
        }
    }

    /// The day of the week, 0 for Sunday; 1 January 1970 was a Thursday.
    static func weekday(of day: Int) -> Int { ((day + 4) % 7 + 7) % 7 }

    private static func isWeekend(_ day: Int) -> Bool { [0, 6].contains(weekday(of: day)) }
}

extension Habit {
    private static func commute(isWeekend: Bool) -> Rhythm {
        var rhythm = Rhythm()
        guard !isWeekend else {
            rhythm.toBed = -1800...5400
            rhythm.up = 28_800...34_200
            rhythm.shares = [0.5, 1, 24, 46, 20, 8.5]
            return rhythm
        }
        rhythm.appointments = [
            Rhythm.Appointment(kind: .walk, start: 450...480, minutes: 10...18),
            Rhythm.Appointment(kind: .walk, start: 1050...1110, minutes: 10...18),
        ]
        rhythm.walks = 3...7
        return rhythm
    }

    private static func shift(day: Int, phase: Int) -> Rhythm {
        func works(_ day: Int) -> Bool { ((day + phase) % 7 + 7) % 7 < 4 }
        var rhythm = Rhythm()
        let (worked, works) = (works(day - 1), works(day))
        rhythm.shares = [worked ? 40 : 1.4, 6, worked ? 1 : 22, 30, 20, works ? 30 : 8]
        var wear = [worked ? 0..<8 * 3600 : 7 * 3600..<15 * 3600]
        wear.append(16 * 3600..<(works ? 24 : 23) * 3600)
        rhythm.wear = wear
        guard worked else { return rhythm }
        rhythm.toBed = 29_700...32_400
        rhythm.up = 52_200...56_700
        rhythm.charging = 9 * 3600...14 * 3600
        return rhythm
    }

    private static func training(weekday: Int, phase: Int) -> Rhythm {
        var rhythm = Rhythm()
        rhythm.runShare = 0.02
        rhythm.walks = 3...6
        if weekday == 0 {
            rhythm.appointments = [
                Rhythm.Appointment(kind: .run, start: 500...560, minutes: 60...95)
            ]
        } else if (weekday + phase) % 2 == 0 {
            rhythm.appointments = [
                Rhythm.Appointment(kind: .run, start: 425...440, minutes: 25...50)
            ]
        }
        return rhythm
    }

    private static func sitting(isWeekend: Bool) -> Rhythm {
        var rhythm = Rhythm()
        rhythm.walks = isWeekend ? 0...2 : 1...3
        rhythm.runShare = 0
        rhythm.potters = 3...6
        rhythm.crumbs = 10...25
        return rhythm
    }

    private static var household: Rhythm {
        var rhythm = Rhythm()
        rhythm.walks = 3...7
        rhythm.potters = 10...16
        rhythm.crumbs = 35...60
        rhythm.carriedShare = 0.2..<0.45
        rhythm.shares = [4, 18, 22, 28, 20, 8]
        return rhythm
    }
}
