// swift-tools-version: 6.2

import PackageDescription

/// One row a vendor.
///
/// `Plugins/<Name>` becomes the target and product `Switchboard<Name>`, and
/// `Tests/<Name>Tests` its tests.
let vendors = [
  "Anthropic", "Bedrock", "Gemini", "HTTPFunction", "Mock", "Ollama", "OpenAI",
  "OpenAICompatible",
]

/// The settings of every Swift target of ours.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
  .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// The system libraries are Linux's; Apple's systems bring their own.
let onLinux = TargetDependencyCondition.when(platforms: [.linux])
let onApple = TargetDependencyCondition.when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// A program in `Examples/`, run as it stands.
func example(
  _ name: String, _ more: [Target.Dependency] = [], besides files: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: ["Switchboard", "SwitchboardCore", "SwitchboardMock"] + more,
    path: "Examples/\(name)", exclude: files, swiftSettings: strict)
}

/// What a vendor needs beside what all of them may use.
let further: [String: [Target.Dependency]] = ["Mock": ["SwitchboardSamples"]]

let vendorTargets = vendors.flatMap { name -> [Target] in
  [
    .target(
      name: "Switchboard\(name)",
      dependencies: [
        "SwitchboardCloudAccounts", "SwitchboardCore", "SwitchboardDigest", "SwitchboardForms",
        "SwitchboardTransport", "SwitchboardWire",
      ] + further[name, default: []],
      path: "Plugins/\(name)",
      swiftSettings: strict),
    tests(
      "\(name)Tests",
      [
        "LoopbackServer", "SwitchboardConformance", "SwitchboardCore", "SwitchboardDigest",
        "SwitchboardForms", "SwitchboardTransport", "SwitchboardWire",
        .target(name: "Switchboard\(name)"),
      ] + further[name, default: []]),
  ]
}

let vendorDependencies = vendors.map { Target.Dependency.target(name: "Switchboard\($0)") }

let package = Package(
  name: "Switchboard",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .executable(name: "switchboard", targets: ["SwitchboardCLI"]),
    .library(name: "Switchboard", targets: ["Switchboard"]),
    .library(name: "SwitchboardConfiguration", targets: ["SwitchboardConfiguration"]),
    .library(name: "SwitchboardConformance", targets: ["SwitchboardConformance"]),
    .library(name: "SwitchboardCore", targets: ["SwitchboardCore"]),
    .library(name: "SwitchboardEvaluation", targets: ["SwitchboardEvaluation"]),
    .library(name: "SwitchboardForms", targets: ["SwitchboardForms"]),
    .library(name: "SwitchboardReports", targets: ["SwitchboardReports"]),
    .library(name: "SwitchboardSQLite", targets: ["SwitchboardSQLite"]),
    .library(name: "SwitchboardTransport", targets: ["SwitchboardTransport"]),
    .library(name: "SwitchboardUI", targets: ["SwitchboardUI"]),
    .library(name: "SwitchboardWire", targets: ["SwitchboardWire"]),
  ] + vendors.map { .library(name: "Switchboard\($0)", targets: ["Switchboard\($0)"]) },
  targets: [
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "CSwitchboardCurl", dependencies: [.target(name: "CCurl", condition: onLinux)]),

    library("SwitchboardDigest", [.target(name: "CCrypto", condition: onLinux)]),
    library("SwitchboardCore", ["SwitchboardDigest"]),
    library("SwitchboardWire", ["SwitchboardCore"]),
    library(
      "SwitchboardCurl",
      [
        "SwitchboardCore", "SwitchboardWire", .target(name: "CCurl", condition: onLinux),
        .target(name: "CSwitchboardCurl", condition: onLinux),
      ]),
    library("SwitchboardURLSession", ["SwitchboardCore", "SwitchboardWire"]),
    library(
      "SwitchboardTransport",
      [
        "SwitchboardWire",
        .target(name: "SwitchboardCurl", condition: onLinux),
        .target(name: "SwitchboardURLSession", condition: onApple),
      ]),
    library("SwitchboardForms", ["SwitchboardCore", "SwitchboardWire"]),
    library(
      "SwitchboardCloudAccounts", ["SwitchboardCore", "SwitchboardDigest", "SwitchboardWire"]),
    library("SwitchboardSamples", ["CZlib", "SwitchboardCore"]),
    library("SwitchboardConformance", ["SwitchboardCore", "SwitchboardWire"]),
    library("Switchboard", ["SwitchboardCore", "SwitchboardDigest"]),
    library("SwitchboardEvaluation", ["Switchboard", "SwitchboardCore", "SwitchboardDigest"]),
    library(
      "SwitchboardReports",
      ["Switchboard", "SwitchboardCore", "SwitchboardDigest", "SwitchboardEvaluation"]),
    library("SwitchboardUI", ["Switchboard", "SwitchboardCore"]),
    library(
      "SwitchboardConfiguration",
      ["Switchboard", "SwitchboardCore", "SwitchboardDigest", "SwitchboardWire"]),
    library(
      "SwitchboardSQLite", ["CSQLite", "Switchboard", "SwitchboardCore", "SwitchboardDigest"]),
    .executableTarget(
      name: "SwitchboardCLI",
      dependencies: [
        "Switchboard", "SwitchboardConfiguration", "SwitchboardCore", "SwitchboardDigest",
        "SwitchboardEvaluation", "SwitchboardReports", "SwitchboardSQLite", "SwitchboardTransport",
        "SwitchboardWire",
      ] + vendorDependencies,
      swiftSettings: strict),
    example(
      "ChatApp",
      [
        "SwitchboardAnthropic", "SwitchboardConfiguration", "SwitchboardGemini",
        "SwitchboardOpenAI", "SwitchboardSQLite", "SwitchboardTransport", "SwitchboardUI",
      ]),
    example(
      "Compare", ["SwitchboardEvaluation", "SwitchboardReports"],
      besides: ["README.md", "prompts.csv", "switchboard.json5"]),
    example("SideBySide"),
    example("ToolTalk"),

    .target(
      name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: strict),
    .target(
      name: "StoreContract", dependencies: ["StandIns", "Switchboard", "SwitchboardCore"],
      path: "Tests/StoreContract", swiftSettings: strict),
    .target(
      name: "StandIns", dependencies: ["Switchboard", "SwitchboardCore"],
      path: "Tests/StandIns", swiftSettings: strict),
    .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),
    .executableTarget(
      name: "StoreWriter", dependencies: ["Switchboard", "SwitchboardCore", "SwitchboardSQLite"],
      path: "Tests/StoreWriter", swiftSettings: strict),
    tests("SwitchboardDigestTests", ["SwitchboardDigest"]),
    tests("SwitchboardCoreTests", ["SwitchboardCore"]),
    tests(
      "SwitchboardWireTests",
      ["SwitchboardConformance", "SwitchboardCore", "SwitchboardWire"]),
    tests(
      "SwitchboardCurlTests",
      ["LoopbackServer", "SwitchboardCore", "SwitchboardCurl", "SwitchboardWire"]),
    tests(
      "SwitchboardURLSessionTests",
      ["LoopbackServer", "SwitchboardCore", "SwitchboardURLSession", "SwitchboardWire"]),
    tests("SwitchboardSamplesTests", ["SwitchboardCore", "SwitchboardSamples"]),
    tests("SwitchboardFormsTests", ["SwitchboardCore", "SwitchboardForms", "SwitchboardWire"]),
    tests(
      "SwitchboardTests",
      ["StandIns", "StoreContract", "Switchboard", "SwitchboardCore", "SwitchboardMock"]),
    tests("SwitchboardUITests", ["StandIns", "Switchboard", "SwitchboardCore", "SwitchboardUI"]),
    tests(
      "SwitchboardEvaluationTests",
      [
        "StandIns", "Switchboard", "SwitchboardCore", "SwitchboardEvaluation", "SwitchboardMock",
      ]),
    tests(
      "SwitchboardReportsTests",
      [
        "Switchboard", "SwitchboardCore", "SwitchboardDigest", "SwitchboardEvaluation",
        "SwitchboardReports", "SwitchboardSamples",
      ]),
    tests(
      "SwitchboardConfigurationTests",
      [
        "StandIns", "Switchboard", "SwitchboardConfiguration", "SwitchboardCore",
        "SwitchboardWire",
      ]),
    tests(
      "SwitchboardSQLiteTests",
      [
        "CFaultyDisk", "CSQLite", "StoreContract", "StoreWriter", "Switchboard", "SwitchboardCore",
        "SwitchboardDigest", "SwitchboardSQLite",
      ]),
    tests(
      "SwitchboardCLITests",
      [
        "LoopbackServer", "Switchboard", "SwitchboardCLI", "SwitchboardConfiguration",
        "SwitchboardConformance",
        "SwitchboardCore", "SwitchboardTransport", "SwitchboardWire",
      ]),
    tests(
      "EndToEndTests",
      [
        "LoopbackServer", "Switchboard", "SwitchboardConformance", "SwitchboardCore",
        "SwitchboardTransport", "SwitchboardWire",
      ] + vendorDependencies),
  ] + vendorTargets
)

#if os(Linux)
// The benchmarks are about libcurl's transport and read Linux's counters.
package.targets += [
  .target(
    name: "CBenchmarks", dependencies: ["CCurl", "CSQLite"], path: "Benchmarks/CBenchmarks"),
  .executableTarget(
    name: "FoundationPeer",
    dependencies: ["CBenchmarks", "SwitchboardCore", "SwitchboardForms", "SwitchboardWire"],
    path: "Benchmarks/FoundationPeer",
    swiftSettings: strict),
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "CBenchmarks", "FoundationPeer", "Switchboard", "SwitchboardCLI", "SwitchboardCloudAccounts",
      "SwitchboardCore",
      "SwitchboardDigest",
      "SwitchboardForms", "SwitchboardSQLite", "SwitchboardTransport", "SwitchboardWire",
    ] + vendorDependencies,
    path: "Benchmarks/Sources",
    swiftSettings: strict),
]
#endif
