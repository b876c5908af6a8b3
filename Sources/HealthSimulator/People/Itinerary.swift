import HealthModel

/// A part of a civil day that a person spends in one zone.
struct Stay: Hashable, Sendable {
    /// The zone.
    let zone: Zone
    /// The seconds of the day there.
    let seconds: Range<Int>
}

/// Where a person is on each day: at home, but for the trips of travellers.
///
/// A trip follows from the number of its four weeks alone, so days depend on no other days of the
/// simulation. In the air nothing is recorded.
struct Itinerary: Sendable {
    /// A flight from one day's hour here to another's there.
    private struct Flight {
        let day: Int
        let departure: Int
        let arrivalDay: Int
        let arrival: Int
    }

    /// A place far away, and the flights there and back by the clocks on the walls.
    private struct Destination {
        let zone: String
        /// When it leaves home, how many days later it lands, and when.
        let out: (departure: Int, days: Int, arrival: Int)
        let back: (departure: Int, days: Int, arrival: Int)
    }

    private let home: Zone
    private let seed: UInt64?

    /// An itinerary; without a seed of trips it is one of staying at home.
    init(home: Zone, tripSeed seed: UInt64?) {
        self.home = home
        self.seed = seed
    }

    /// Where the person is on a day, counted from 1970, in order; nothing of a day that is spent in
    /// the air.
    func stays(on day: Int) -> [Stay] {
        guard let trip = trip(around: day) else { return [stay(home, day)] }
        let (out, back, away) = trip
        var stays: [Stay] = []
        if day <= out.day {
            let end = day == out.day ? out.departure : 86_400
            stays.append(stay(home, day, 0..<end))
        }
        if day >= out.arrivalDay && day <= back.day {
            let start = day == out.arrivalDay ? out.arrival : 0
            let end = day == back.day ? back.departure : 86_400
            stays.append(stay(away, day, start..<end))
        }
        if day >= back.arrivalDay {
            let start = day == back.arrivalDay ? back.arrival : 0
            stays.append(stay(home, day, start..<86_400))
        }
        return stays.filter { !$0.seconds.isEmpty }
    }

    /// Whether there is a trip on some of the days.
    func isAway(in days: Range<Int>) -> Bool {
        days.contains { stays(on: $0).map(\.zone) != [home] }
    }

    private func stay(_ zone: Zone, _ day: Int, _ seconds: Range<Int> = 0..<86_400) -> Stay {
        let midnight = DayClock.midnight(of: day, in: zone)
        // On the day on which clocks go forward there are only 23 hours.
        let length = Int(DayClock.midnight(of: day + 1, in: zone) - midnight)
        return Stay(zone: zone, seconds: seconds.clamped(to: 0..<min(86_400, length)))
    }

    private func trip(around day: Int) -> (out: Flight, back: Flight, away: Zone)? {
        guard let seed else { return nil }
        let weeks = day.quotientRoundedDown(by: 28)
        var random = SeededGenerator(seed: seed, purpose: 5, day: weeks)
        let places = Self.destinations[home.identifier] ?? Self.destinations["Europe/Paris"] ?? []
        guard !places.isEmpty else { return nil }
        let place = places[random.whole(0...places.count - 1)]
        guard let zone = Zone(identifier: place.zone) else { return nil }
        let first = weeks * 28 + random.whole(2...16)
        let last = first + random.whole(4...8)
        let out = Flight(
            day: first,
            departure: place.out.departure,
            arrivalDay: first + place.out.days,
            arrival: place.out.arrival
        )
        let back = Flight(
            day: last,
            departure: place.back.departure,
            arrivalDay: last + place.back.days,
            arrival: place.back.arrival
        )
        return (out, back, zone)
    }

    private static func hours(_ hours: Double) -> Int { Int(hours * 3600) }

    /// Where travellers fly to, by their home.
    private static let destinations: [String: [Destination]] = [
        "Europe/Paris": [
            Destination(
                zone: "America/New_York",
                out: (hours(13.5), 0, hours(15.75)),
                back: (hours(18.5), 1, hours(7.75))
            ),
            Destination(
                zone: "Asia/Tokyo",
                out: (hours(13), 1, hours(8.75)),
                back: (hours(11), 0, hours(16.5))
            ),
        ],
        // Over the date line: an evening comes twice, and a day not at all.
        "Pacific/Auckland": [
            Destination(
                zone: "America/Los_Angeles",
                out: (hours(19.5), 0, hours(11.25)),
                back: (hours(21), 2, hours(6))
            )
        ],
        "America/New_York": [
            Destination(
                zone: "Europe/London",
                out: (hours(18.5), 1, hours(6.5)),
                back: (hours(10), 0, hours(13.5))
            )
        ],
    ]
}
