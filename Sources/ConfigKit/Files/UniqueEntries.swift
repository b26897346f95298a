import TremaConfigValues
import TremaSupport

/// Entries of which each key is once, and a finding for each that is again, or nearly so.
struct UniqueEntries {
  private(set) var problems: [Diagnostic] = []

  /// - Parameter path: the way to the dictionary.
  mutating func dictionary(
    _ entries: [ConfigDictionary.Entry], at path: ConfigKeyPath = ConfigKeyPath()
  ) -> ConfigDictionary {
    var duplicates: [(again: ConfigDictionary.Entry, first: ConfigDictionary.Entry)] = []
    let dictionary = ConfigDictionary(entries, duplicates: &duplicates)
    var found = duplicates.map { ($0.again.key, Self.duplicate($0.again, of: $0.first)) }
    found += NearDuplicates.among(dictionary.entries).map {
      ($0.again.key, Self.nearDuplicate($0.again, of: $0.first))
    }
    for (key, problem) in found {
      var problem = problem
      problem.key = path.appending(key).description
      problem.subject = problem.key ?? ""
      problems.append(problem)
    }
    return dictionary
  }

  private static func duplicate(
    _ again: ConfigDictionary.Entry, of first: ConfigDictionary.Entry
  ) -> Diagnostic {
    problem(
      .error, "duplicate-key", "key '\(again.key)' is defined twice", again, first,
      hint: "remove one of the two: the platforms do not agree on which one counts")
  }

  /// Two spellings of one text are one key for Swift and Foundation, so that a value gets lost; two
  /// cases of a letter are a slip, most often.
  private static func nearDuplicate(
    _ again: ConfigDictionary.Entry, of first: ConfigDictionary.Entry
  ) -> Diagnostic {
    // Canonical equivalence is just what is asked.
    if again.key == first.key {
      return problem(
        .error, "near-duplicate-key",
        "key '\(again.key)' occurs twice, with its accents encoded in two ways", again, first,
        hint: "remove one of the two: they look alike, and Swift and Foundation keep only one")
    }
    return problem(
      .warning, "near-duplicate-key",
      "the keys '\(again.key)' and '\(first.key)' differ in capital letters alone", again, first,
      hint: "remove one of the two, or give it another name")
  }

  private static func problem(
    _ severity: Severity, _ code: String, _ message: String, _ again: ConfigDictionary.Entry,
    _ first: ConfigDictionary.Entry, hint: String
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      severity, code, message + place(of: first, from: again), at: again.keyPlace.location,
      hint: hint)
    diagnostic.related =
      first.keyPlace.location.map { [Diagnostic.Related("the first", at: $0)] } ?? []
    return diagnostic
  }

  private static func place(
    of first: ConfigDictionary.Entry, from again: ConfigDictionary.Entry
  ) -> String {
    guard let start = first.keyPlace.start else { return "" }
    return start.line == again.keyPlace.start?.line
      ? " (first in column \(start.column))" : " (first on line \(start.line))"
  }
}
