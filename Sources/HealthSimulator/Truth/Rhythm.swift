/// How a day of a person goes by habit; what really happens is drawn around it.
///
/// The standard values are the measured ones of people at large.
struct Rhythm: Sendable {
    /// Something that happens on every such day.
    struct Appointment: Sendable {
        /// What the person does.
        let kind: Spell.Kind
        /// The minutes of the day between which it begins.
        let start: ClosedRange<Int>
        /// How many minutes it lasts.
        let minutes: ClosedRange<Int>
    }

    /// The walk to work, the run: placed before everything else.
    var appointments: [Appointment] = []
    /// How many further walks and runs there are.
    var walks = 4...9
    /// The share of runs among them.
    var runShare = 0.06
    /// How often the person moves about slowly for some minutes.
    var potters = 6...11
    /// How often the person takes a few steps.
    var crumbs = 20...50
    /// How much is walked in each of `hours`.
    var shares: [Double] = [1.4, 6, 22, 42, 20, 8]
    /// The share of walks on which the phone is carried.
    var carriedShare = 0.3..<0.7
    /// When the person goes to bed, in seconds of the day; negative before midnight.
    var toBed = -5400...1800
    /// When the person gets up, in seconds of the day.
    var up = 21_600...25_000
    /// When the watch is worn but for the time at the charger, in seconds of the day.
    var wear = [7 * 3600..<23 * 3600]
    /// When the watch is put on the charger, in seconds of the day.
    var charging = 8 * 3600...21 * 3600

    /// The blocks of hours that `shares` is about.
    static let hours = [0..<7, 7..<10, 10..<13, 13..<17, 17..<20, 20..<24]
}
