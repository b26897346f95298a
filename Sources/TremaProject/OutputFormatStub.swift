public enum OutputFormat: String, CaseIterable, Sendable { case strings, android, swift, json, properties
  public static var names: [String] { allCases.map(\.rawValue) } }
