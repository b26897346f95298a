import TremaCatalog
import TremaSupport

/// The difference between two versions of a file.
package struct FileDiff: Hashable, Sendable {
  /// The name of the old version, or `nil` if the file did not exist.
  package var old: String?
  /// The name of the new version, or `nil` if the file was removed.
  package var new: String?
  /// The difference between the catalogs.
  package var diff: CatalogDiff

  package init(old: String?, new: String?, diff: CatalogDiff) {
    self.old = old
    self.new = new
    self.diff = diff
  }

  /// Whether there is no difference. An added or removed file is a difference even if it contains
  /// no texts.
  package var isEmpty: Bool { diff.isEmpty && old != nil && new != nil }
}

/// Counts of differences, for a report's summary.
package struct DiffCounts: Hashable, Sendable {
  /// The differences in the values of one language.
  package struct Language: Hashable, Sendable {
    /// The language as spelled in the first value that differs.
    package var language: String
    /// The number of added values.
    package var added = 0
    /// The number of removed values.
    package var removed = 0
    /// The number of values with a different text and possibly a different status.
    package var changed = 0
    /// The number of values with a different status but the same text.
    package var statusChanged = 0
  }

  /// The text counts, by kind of difference.
  package private(set) var texts: [TextDiff.Kind: Int] = [:]
  /// The number of changed and renamed texts whose context differs.
  package private(set) var contexts = 0
  /// The counts for each language, sorted by the UTF-8 bytes of its name.
  package private(set) var languages: [Language] = []

  /// Counts the differences in multiple files. All spellings of a language are counted together.
  package init(_ diffs: some Sequence<FileDiff>) {
    var table = LanguageTable()
    var byIndex: [Int: Language] = [:]
    for text in diffs.lazy.flatMap(\.diff.texts) {
      texts[text.kind, default: 0] += 1
      if text.context != nil, text.kind == .changed || text.kind == .renamed { contexts += 1 }
      for value in text.values {
        let number = table.language(of: value.language).canonicalNumber
        byIndex[number, default: Language(language: value.language)].count(value)
      }
    }
    languages = byIndex.values.sorted {
      $0.language.utf8.lexicographicallyPrecedes($1.language.utf8)
    }
  }

  /// The number of texts with the given kind of difference.
  package subscript(kind: TextDiff.Kind) -> Int { texts[kind] ?? 0 }

  /// A summary of the text counts, such as `2 texts added, 1 changed`, or `nil` if no text differs.
  var summary: String? {
    var parts = TextDiff.Kind.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
    guard let first = TextDiff.Kind.allCases.first(where: { self[$0] > 0 }) else { return nil }
    parts[0] = "\(counted(self[first], "text")) \(first.rawValue)"
    return parts.joined(separator: ", ")
  }
}

extension DiffCounts.Language {
  /// Adds a value's difference to the counts.
  fileprivate mutating func count(_ value: ValueDiff) {
    if value.old == nil {
      added += 1
    } else if value.new == nil {
      removed += 1
    } else if value.isTextChanged {
      changed += 1
    } else {
      statusChanged += 1
    }
  }

  /// A summary of the value counts, such as `fr: 2 values added, 1 changed`.
  var summary: String {
    let counts = [
      (added, "added"), (removed, "removed"), (changed, "changed"),
      (statusChanged, "with a different status"),
    ].filter { $0.0 > 0 }
    var parts = counts.map { "\($0.0) \($0.1)" }
    if let (count, kind) = counts.first {
      parts[0] = "\(counted(count, "value")) \(kind)"
    }
    return "\(language): \(parts.joined(separator: ", "))"
  }
}
