import TremaCatalog
import TremaSupport

/// The difference of two states of a file.
package struct FileDiff: Hashable, Sendable {
  /// The name of the old state; `nil` when there was no such file.
  package var old: String?
  /// The name of the new state; `nil` when the file was removed.
  package var new: String?
  package var diff: CatalogDiff

  package init(old: String?, new: String?, diff: CatalogDiff) {
    self.old = old
    self.new = new
    self.diff = diff
  }

  /// A file that came or went differs even when no text was in it.
  package var isEmpty: Bool { diff.isEmpty && old != nil && new != nil }
}

/// How much differs, for the last line of a report.
package struct DiffCounts: Hashable, Sendable {
  /// The differences of values in one language.
  package struct Language: Hashable, Sendable {
    /// The language as the first value that differs spells it.
    package var language: String
    package var added = 0
    package var removed = 0
    /// Another text, and perhaps another status.
    package var changed = 0
    /// Another status and the same text.
    package var status = 0
  }

  package private(set) var texts: [TextDiff.Kind: Int] = [:]
  /// Texts that were there before and have another context now.
  package private(set) var contexts = 0
  /// The languages by the bytes of their names.
  package private(set) var languages: [Language] = []

  package init(_ diffs: some Sequence<FileDiff>) {
    var table = LanguageTable()
    var byNumber: [Int: Language] = [:]
    for text in diffs.lazy.flatMap(\.diff.texts) {
      texts[text.kind, default: 0] += 1
      if text.context != nil, text.kind == .changed || text.kind == .renamed { contexts += 1 }
      for value in text.values {
        let number = table.language(of: value.language).canonical
        byNumber[number, default: Language(language: value.language)].count(value)
      }
    }
    languages = byNumber.values.sorted {
      $0.language.utf8.lexicographicallyPrecedes($1.language.utf8)
    }
  }

  package subscript(kind: TextDiff.Kind) -> Int { texts[kind] ?? 0 }

  /// `2 texts added, 1 changed`; nil when no text differs.
  var words: String? {
    var words = TextDiff.Kind.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
    guard let first = TextDiff.Kind.allCases.first(where: { self[$0] > 0 }) else { return nil }
    words[0] = "\(counted(self[first], "text")) \(first.rawValue)"
    return words.joined(separator: ", ")
  }
}

extension DiffCounts.Language {
  fileprivate mutating func count(_ value: ValueDiff) {
    if value.old == nil {
      added += 1
    } else if value.new == nil {
      removed += 1
    } else if value.isTextChanged {
      changed += 1
    } else {
      status += 1
    }
  }

  /// `fr: 2 values added, 1 changed, 3 in status`.
  var words: String {
    let counts = [
      (added, "added"), (removed, "removed"), (changed, "changed"), (status, "of another status"),
    ].filter { $0.0 > 0 }
    var words = counts.map { "\($0.0) \($0.1)" }
    if let (count, word) = counts.first {
      words[0] = "\(counted(count, "value")) \(word)"
    }
    return "\(language): \(words.joined(separator: ", "))"
  }
}
