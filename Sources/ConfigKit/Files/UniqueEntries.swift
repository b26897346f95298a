import TremaConfigValues
import TremaSupport

/// A builder of dictionaries that reports duplicate and nearly duplicate keys.
struct UniqueEntries {
  /// The problems of all dictionaries so far.
  private(set) var problems: [Diagnostic] = []

  /// Creates a dictionary and reports its duplicate keys.
  ///
  /// - Parameter entries: The entries, in file order.
  /// - Returns: The dictionary with the first entry of each key.
  mutating func dictionary(
    _ entries: [ConfigDictionary.Entry], at path: ConfigKeyPath = ConfigKeyPath()
  ) -> ConfigDictionary {
    var duplicates: [(repeated: ConfigDictionary.Entry, first: ConfigDictionary.Entry)] = []
    let dictionary = ConfigDictionary(entries, duplicates: &duplicates)
    var found = duplicates.map { ($0.repeated.key, Self.duplicateKey($0.repeated, of: $0.first)) }
    found += NearDuplicates.among(dictionary.entries).map {
      ($0.repeated.key, Self.similarKeys($0.repeated, of: $0.first))
    }
    // The path is known here, but not where the messages are created.
    for (key, problem) in found {
      var problem = problem
      problem.key = path.appending(key).description
      problem.subject = problem.key ?? ""
      problems.append(problem)
    }
    return dictionary
  }

  /// Returns the error for a duplicate key.
  private static func duplicateKey(
    _ repeated: ConfigDictionary.Entry, of first: ConfigDictionary.Entry
  ) -> Diagnostic {
    problem(
      .error, "duplicate-key", "key '\(repeated.key)' is defined twice", repeated, first,
      hint: "rename or remove one of them; platforms differ in which value they use")
  }

  /// Returns the problem for two similar keys. If they differ only in Unicode normalization, Swift
  /// and Foundation treat them as one key, and a value is lost. A difference in case is usually a
  /// mistake.
  private static func similarKeys(
    _ repeated: ConfigDictionary.Entry, of first: ConfigDictionary.Entry
  ) -> Diagnostic {
    // `==` compares by canonical equivalence, which is intended here.
    if repeated.key == first.key {
      return problem(
        .error, "near-duplicate-key",
        "key '\(repeated.key)' is defined twice with its accents encoded differently", repeated,
        first,
        hint: "rename or remove one of them; Swift and Foundation treat them as the same key")
    }
    return problem(
      .warning, "near-duplicate-key",
      "the keys '\(repeated.key)' and '\(first.key)' differ only in case", repeated, first,
      hint: "rename or remove one of them")
  }

  /// Returns a problem with the location of the first entry as related information.
  private static func problem(
    _ severity: Severity, _ code: String, _ message: String, _ repeated: ConfigDictionary.Entry,
    _ first: ConfigDictionary.Entry, hint: String
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      severity, code, message + location(of: first, from: repeated),
      at: repeated.keyLocation.diagnosticLocation,
      hint: hint)
    diagnostic.related =
      first.keyLocation.diagnosticLocation.map {
        [Diagnostic.Related("first defined here", at: $0)]
      }
      ?? []
    return diagnostic
  }

  /// Returns the first entry's location, phrased as the end of a message.
  private static func location(
    of first: ConfigDictionary.Entry, from repeated: ConfigDictionary.Entry
  ) -> String {
    guard let start = first.keyLocation.start else { return "" }
    return start.line == repeated.keyLocation.start?.line
      ? " (first in column \(start.column))" : " (first on line \(start.line))"
  }
}
