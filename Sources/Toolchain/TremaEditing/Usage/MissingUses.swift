import TremaSupport

/// Why the sources seem to use nearly none of the texts: they look them up in a way that is not known.
struct MissingUses {
  private let names: UsageNames
  private let files: [SourceFindings]

  init(_ names: UsageNames, _ files: [SourceFindings]) {
    self.names = names
    self.files = files
  }

  /// The one finding that means all unused keys.
  ///
  /// - Parameter first: the first of them, whose file is named.
  func finding(_ count: Int, _ first: UsageNames.Key) -> Diagnostic {
    Diagnostic.standing(
      for: count, .warning, UsageReport.unused,
      "nothing in the sources uses \(count) of the \(names.keys.count) keys: \(reason)",
      in: first.location.file, hint: "\(remedy); --max-findings=0 lists the keys")
  }

  private enum Cause {
    case noSources
    case function(String, Int)
    case accessors(String, Int)
    case unknown
  }

  private var cause: Cause {
    if files.isEmpty { return .noSources }
    let function = Self.commonest(files.map(\.callers))
    let accessors = Self.commonest(files.map(\.accessorTypes))
    // A few literals or members have the name of a key by chance.
    let least = max(3, names.keys.count / 50)
    if let accessors, accessors.count >= least, accessors.count >= function?.count ?? 0 {
      return .accessors(accessors.name, accessors.count)
    }
    if let function, function.count >= least { return .function(function.name, function.count) }
    return .unknown
  }

  private static func commonest(_ tables: [[[UInt8]: Int]]) -> (name: String, count: Int)? {
    let counts = tables.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    let most = counts.max {
      $0.value == $1.value ? $1.key.lexicographicallyPrecedes($0.key) : $0.value < $1.value
    }
    return most.map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  private var reason: String {
    switch cause {
    case .noSources: "they hold no file of a kind that is read"
    case .function(let call, let count):
      "\(count) are arguments of '\(call)', which is not known to take a key"
    case .accessors(let type, let count):
      "\(count) members of '\(type)' have their names, and it is not known to hold accessors"
    case .unknown: "the app probably looks its texts up in a way that is not known"
    }
  }

  private var remedy: String {
    switch cause {
    case .noSources:
      "name folders with \(SourceFile.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")) files"
    case .function(let call, _):
      "declare it with --function '\(call)', or \"functions\" of \"usage\" in trema.json"
    case .accessors(let type, _):
      "declare it with --accessors \(type), or \"accessors\" of \"usage\" in trema.json"
    case .unknown:
      "are these the right sources? If so, declare the app's own function with --function 'tr(KEY)', or the type of generated accessors with --accessors TYPE"
    }
  }
}
