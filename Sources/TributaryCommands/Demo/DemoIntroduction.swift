import HealthModel
import HealthSimulator

/// The first part of what a demo prints: who there is, and what was pushed.
struct DemoIntroduction {
    /// The simulated days.
    let week: SimulatedWeek
    /// Who there is.
    let cast: DemoCast
    /// Where the server answers.
    let url: String

    /// The server, the user, the apps and their rights.
    var lines: [String] {
        let days = week.days.count == 1 ? "one day" : "\(week.days.count) days"
        return [
            "Tributary, with a phone, a watch and a tracker that saw the same \(days).",
            "",
            "server  \(url), on a PostgreSQL of its own",
            "user    \(DemoCast.userName), \(week.zone.identifier)",
            "",
        ] + rights.lines + [""]
    }

    /// What was pushed, and what became of it.
    func lines(of counts: [PushCounts]) -> [String] {
        var table = TextTable(
            [("device", .left), ("app", .left)] + PushCounts.titles.map { ($0, .right) }
        )
        for (index, count) in counts.enumerated() {
            let app = DemoCast.apps[DemoCast.app(ofDevice: index)]
            table.append([week.devices[index].name, app.name] + count.texts)
        }
        return ["Pushed in turns, some pushes twice, some days late:", ""] + table.lines + [""]
    }

    /// A row for each app, and another one for what does not fit into the first.
    private var rights: TextTable {
        var table = TextTable([("app", .left), ("may save", .left), ("may read", .left)])
        for app in DemoCast.apps {
            let (share, read) = (Self.lines(app.share), Self.lines(app.read))
            for row in 0..<max(share.count, read.count) {
                table.append([
                    row == 0 ? app.name : "", row < share.count ? share[row] : "",
                    row < read.count ? read[row] : "",
                ])
            }
        }
        return table
    }

    private static func lines(_ types: [String]) -> [String] {
        guard !types.isEmpty else { return ["nothing"] }
        let names = types.compactMap { words[$0] }
        // What is shown first is what the tables are about.
        let parts = [names.filter(main.contains), names.filter { !main.contains($0) }]
            .map { $0.joined(separator: ", ") }
        return parts[1].isEmpty ? [parts[0]] : [parts[0] + ",", parts[1]]
    }

    private static let main: Set = ["steps", "distance", "energy", "heart rate"]

    /// The names of types; a blood pressure is two types and one word.
    private static let words = [
        "stepCount": "steps", "distanceWalkingRunning": "distance",
        "activeEnergyBurned": "energy", "heartRate": "heart rate", "sleepAnalysis": "sleep",
        "workout": "workouts", "bloodPressureSystolic": "blood pressure",
    ]
}
