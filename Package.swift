// swift-tools-version: 6.2
import PackageDescription

/// One set of settings for every Swift target: the strictest the compiler offers.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A Swift library target and what it stands on.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The test target of a library.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        resources: name == "MergeEngine" || name == "HealthImport" ? [.copy("Fixtures")] : [],
        swiftSettings: settings
    )
}

/// An example program: HealthKit code of which only the import differs.
func example(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["RemoteHealthKit"],
        path: "Examples/\(name)",
        swiftSettings: settings
    )
}

/// HealthKit code as tutorials have it, compiled by itself and run by tests.
func snippets(_ name: String, _ settings: [SwiftSetting]) -> Target {
    .target(
        name: name,
        dependencies: ["RemoteHealthKit"],
        path: "Tests/\(name)",
        swiftSettings: settings
    )
}

/// A C library of the system: a module map and a shim header, nothing else.
func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The migrations, oldest first; each is `Migrations/NNNN_name.up.sql` and `.down.sql`.
let migrations = [
    "0001_initial", "0002_sample_kinds", "0003_characteristics", "0004_hour_totals", "0005_changes",
    "0006_batches", "0007_webhooks", "0008_feed_key", "0009_buckets", "0010_administration",
    "0011_authorization", "0012_row_security", "0013_client_runs",
]

let package = Package(
    name: "tributary",
    products: [
        .executable(name: "tributary", targets: ["tributary"]),
        .library(name: "RemoteHealthKit", targets: ["RemoteHealthKit"]),
    ],
    targets: [
        system("CLibpq", "libpq", "libpq-dev"),
        system("CMicrohttpd", "libmicrohttpd", "libmicrohttpd-dev"),
        system("CGnuTLS", "gnutls", "libgnutls28-dev"),
        system("CCrypto", "libcrypto", "libssl-dev"),
        system("CCurl", "libcurl", "libcurl4-openssl-dev"),
        system("CLibxml2", "libxml-2.0", "libxml2-dev"),
        system("CLibzip", "libzip", "libzip-dev"),
        system("CZlib", "zlib", "zlib1g-dev"),
        .systemLibrary(name: "CSpawn"),
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),

        .target(name: "HealthModel", exclude: ["Catalogue/Tables"], swiftSettings: settings),
        library("MergeEngine", ["HealthModel"]),
        library("JSON", ["CSimdjson"]),
        library("Crypto", ["CCrypto"]),
        library("Postgres", ["CLibpq", "Crypto"]),
        .target(
            name: "Migrations",
            path: "Migrations",
            resources: migrations.flatMap { name in
                [.embedInCode("\(name).up.sql"), .embedInCode("\(name).down.sql")]
            },
            swiftSettings: settings
        ),
        library("Migrator", ["Postgres"]),
        library("ChildProcesses", ["CSpawn"]),
        library("EmbeddedPostgres", ["Postgres", "ChildProcesses"]),
        library("HTTPServer", ["CMicrohttpd", "CGnuTLS", "CZlib"]),
        library("HTTPClient", ["CCurl", "Crypto"]),
        library("HealthStore", ["Postgres", "HealthModel", "MergeEngine", "Crypto"]),
        .target(
            name: "HealthAPI",
            dependencies: ["HealthModel", "JSON"],
            resources: [.embedInCode("OpenAPI/openapi.json")],
            swiftSettings: settings
        ),
        library("HealthOutbox", ["HealthAPI", "HTTPClient", "Crypto"]),
        .target(
            name: "HealthService",
            dependencies: ["HealthAPI", "HealthStore", "HTTPServer", "HTTPClient", "Crypto"],
            resources: [
                .embedInCode("Sheet/Assets/sheet.js"), .embedInCode("Sheet/Assets/style.css"),
            ],
            swiftSettings: settings
        ),
        library(
            "RemoteHealthKit",
            ["HealthModel", "HealthAPI", "HealthOutbox", "HTTPClient", "JSON"]
        ),
        library("HealthImport", ["HealthModel", "CLibxml2", "CLibzip"]),
        library("HealthSimulator", ["HealthModel"]),
        library(
            "TributaryCommands",
            [
                "HealthService", "HealthImport", "HealthOutbox", "HealthSimulator", "HTTPClient",
                "Migrator", "Migrations", "EmbeddedPostgres", "ChildProcesses", "Crypto",
            ]
        ),
        .executableTarget(
            name: "tributary",
            dependencies: ["TributaryCommands"],
            swiftSettings: settings
        ),

        example("ProfileAndBMI"),
        example("StepsToday"),
        example("OneHourWalk"),
        example("EnergyOfTheDay"),

        .target(
            name: "TestSupport",
            dependencies: [
                "EmbeddedPostgres", "Migrator", "Migrations", "Postgres", "ChildProcesses", "CZlib",
                "CCrypto",
            ],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        tests("HealthModel"),
        .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
        .target(
            name: "MergeOracle",
            dependencies: ["HealthModel", "MergeEngine"],
            path: "Tests/MergeOracle",
            swiftSettings: settings
        ),
        tests("MergeEngine", ["JSON", "CAllocationCount", "MergeOracle"]),
        tests("JSON"),
        tests("Crypto"),
        tests("Postgres"),
        tests("Migrator"),
        tests("ChildProcesses"),
        tests("EmbeddedPostgres", ["ChildProcesses"]),
        tests("HTTPServer", ["HTTPClient", "CGnuTLS", "Crypto"]),
        tests("HTTPClient", ["HTTPServer"]),
        tests("HealthStore", ["Migrator", "Migrations"]),
        tests("HealthAPI"),
        tests("HealthOutbox"),
        tests("HealthService", ["HTTPClient", "ChildProcesses", "CAllocationCount", "Crypto"]),
        tests(
            "RemoteHealthKit",
            [
                "TributaryCommands", "HealthAPI", "HealthModel", "JSON", "HealthKitSnippets",
                "SwiftFiveSnippets", "ChildProcesses",
            ]
        ),
        snippets("HealthKitSnippets", settings),
        // As it was written for years, before Swift 6 looked at who shares what.
        snippets("SwiftFiveSnippets", [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
        tests("HealthImport"),
        tests("HealthSimulator", ["MergeEngine", "MergeOracle"]),
        tests("TributaryCommands", ["MergeOracle", "ChildProcesses"]),
    ],
    cxxLanguageStandard: .cxx17
)
