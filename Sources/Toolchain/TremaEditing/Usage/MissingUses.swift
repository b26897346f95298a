import TremaSupport

/// The probable reason why the sources use almost none of the texts, such as an unknown lookup
/// function.
struct MissingUses {
  /// The names of keys in source code.
  private let names: UsageNames
  /// The findings of each source file.
  private let files: [SourceFindings]

  init(_ names: UsageNames, _ files: [SourceFindings]) {
    self.names = names
    self.files = files
  }

  /// Returns the single finding that represents all unused keys.
  ///
  /// - Parameters:
  ///   - count: The number of unused keys.
  ///   - first: The first unused key. Its file is the location of the finding.
  func finding(_ count: Int, _ first: UsageNames.Key) -> Diagnostic {
    Diagnostic.summary(
      of: count, .warning, UsageReport.unused,
      "the sources do not use \(count) of the \(names.reportedCount) keys: \(reason)",
      in: first.location.file, hint: "\(remedy); list the keys with --max-findings=0")
  }

  /// The probable reason.
  private enum Cause {
    /// There are no source files of a known kind.
    case noSources
    /// One of the app's functions is called with key names, the given number of times.
    case function(String, Int)
    /// A type has members named like keys, the given number of times.
    case accessors(String, Int)
    /// Neither functions nor types have enough names of keys.
    case unknown
  }

  /// The probable reason, determined from the most frequent function and type.
  private var cause: Cause {
    if files.isEmpty { return .noSources }
    let function = Self.mostFrequent(files.map(\.callers))
    let accessors = Self.mostFrequent(files.map(\.accessorTypes))
    // Some literals or members have the name of a key by chance.
    let minimum = max(3, names.reportedCount / 50)
    if let accessors, accessors.count >= minimum, accessors.count >= function?.count ?? 0 {
      return .accessors(accessors.name, accessors.count)
    }
    if let function, function.count >= minimum { return .function(function.name, function.count) }
    return .unknown
  }

  /// Returns the most frequent name in multiple tables, or the first one in ascending order if
  /// there is a tie.
  private static func mostFrequent(_ tables: [[[UInt8]: Int]]) -> (name: String, count: Int)? {
    let counts = tables.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    let highest = counts.max {
      $0.value == $1.value ? $1.key.lexicographicallyPrecedes($0.key) : $0.value < $1.value
    }
    return highest.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// The reason as a part of the message.
  private var reason: String {
    switch cause {
    case .noSources: "they contain no files of a supported type"
    case .function(let call, let count):
      "\(count) are arguments of '\(call)', which is not declared as a function that takes a key"
    case .accessors(let type, let count):
      "\(count) members of '\(type)' have their names, but '\(type)' is not declared as an "
        + "accessor type"
    case .unknown: "the app probably looks up its texts in a way that trema does not recognize"
    }
  }

  /// The remedy as the hint.
  private var remedy: String {
    switch cause {
    case .noSources:
      "specify folders with "
        + "\(SourceFileKind.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")) files"
    case .function(let call, _):
      "declare it with --function '\(call)', or in \"functions\" of \"usage\" in trema.json"
    case .accessors(let type, _):
      "declare it with --accessors \(type), or in \"accessors\" of \"usage\" in trema.json"
    case .unknown:
      "check that these are the right sources, and declare the app's own function with "
        + "--function 'tr(KEY)', or the type of generated accessors with --accessors TYPE"
    }
  }
}
