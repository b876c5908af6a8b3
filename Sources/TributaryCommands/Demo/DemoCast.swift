import HealthModel

/// The user and the clients of a demo, each with its token.
struct DemoCast: Sendable {
    /// An app and what it may do.
    struct App: Sendable {
        /// The app's bundle identifier.
        let bundleIdentifier: String
        /// Its name.
        let name: String
        /// The types it may save.
        let share: [String]
        /// The types it may read.
        let read: [String]
        /// The devices of the simulation that it pushes for.
        let devices: [Int]
    }

    /// The user's name.
    static let userName = "Robin"
    private static let steps = "stepCount"
    private static let distance = "distanceWalkingRunning"
    private static let energy = "activeEnergyBurned"
    private static let heartRate = "heartRate"
    private static let others = [
        "sleepAnalysis", "workout", "bloodPressureSystolic", "bloodPressureDiastolic",
    ]

    /// The apps: one syncs the phone and the watch, one is the tracker's, one only reads.
    static let apps = [
        App(
            bundleIdentifier: "com.example.sync",
            name: "Sync",
            share: [steps, distance, energy, heartRate] + others,
            read: [],
            devices: [0, 1]
        ),
        App(
            bundleIdentifier: "com.example.stepband",
            name: "StepBand",
            share: [steps, distance, energy],
            read: [],
            devices: [2]
        ),
        App(
            bundleIdentifier: "com.example.dashboard",
            name: "Dashboard",
            share: [],
            read: [steps, distance, heartRate] + others,
            devices: []
        ),
    ]

    /// The user's id.
    let user: String
    /// A client of the API for each of `apps`, with the app's own token.
    let clients: [APIClient]

    /// The index of the app that pushes for a device.
    static func app(ofDevice device: Int) -> Int {
        apps.firstIndex { $0.devices.contains(device) } ?? 0
    }

    /// The index of the app that reads.
    static let reader = 2

    /// Creates everybody on a server.
    static func create(on admin: APIClient, timeZone: String) async throws -> DemoCast {
        let user = try await admin.createUser(name: userName, timeZone: timeZone)
        var clients: [APIClient] = []
        for app in apps {
            let client = try await admin.createClient(
                bundleIdentifier: app.bundleIdentifier,
                name: app.name
            )
            try await admin.putGrants(
                user: user,
                client: client,
                share: app.share,
                read: app.read
            )
            let token = try await admin.createToken(user: user, client: client)
            clients.append(try APIClient(baseURL: admin.baseURL, token: token, connections: 1))
        }
        return DemoCast(user: user, clients: clients)
    }
}
