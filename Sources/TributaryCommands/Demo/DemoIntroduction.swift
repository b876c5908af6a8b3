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

    private var rights: TextTable {
        var table = TextTable([("app", .left), ("may save", .left), ("may read", .left)])
        for app in DemoCast.apps {
            table.append([app.name, Self.list(app.share), Self.list(app.read)])
        }
        return table
    }

    private static func list(_ types: [String]) -> String {
        let short = [
            "stepCount": "steps", "distanceWalkingRunning": "distance",
            "activeEnergyBurned": "energy", "heartRate": "heart rate",
        ]
        return types.isEmpty ? "nothing" : types.map { short[$0] ?? $0 }.joined(separator: ", ")
    }
}
