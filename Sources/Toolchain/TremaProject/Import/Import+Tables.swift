import TremaCatalog
import TremaFormats
import TremaSupport

extension Import {
  /// A file and its content.
  typealias Reading = (source: ImportSource, FormatReading)

  /// The first table that contains a key, with its master value and its languages.
  private struct Owner {
    /// The pattern of the table's files.
    let pattern: String
    /// The master value, or `nil` if the table has none.
    var original: String?
    /// The languages in which the table has the key.
    var languages: Set<String> = []
  }

  /// Removes the translations of texts whose key an earlier table uses for a different original. In
  /// a language that the earlier table lacks, they would become translations of its text.
  ///
  /// - Returns: A warning for each pair of tables. The originals themselves are reported as
  ///   conflicts.
  func dropMismatchedTranslations(_ readings: inout [Reading], master: String) -> [Diagnostic] {
    var owners: [ExactKey: Owner] = [:]
    var originals: [String: [ExactKey: String]] = [:]
    for (source, reading) in readings {
      for text in reading.texts {
        let key = ExactKey(text.key)
        let original = text.index(ofLanguage: master).map { text.values[$0].source }
        var owner = owners[key] ?? Owner(pattern: source.pattern)
        if owner.pattern == source.pattern {
          owner.original = owner.original ?? original
          owner.languages.formUnion(text.values.map(\.language))
          owners[key] = owner
        } else if let original {
          originals[source.pattern, default: [:]][key] = original
        }
      }
    }
    var omitted: [[String]: [(text: Text, language: String)]] = [:]
    for index in readings.indices {
      let pattern = readings[index].source.pattern
      guard let others = originals[pattern] else { continue }
      for number in readings[index].1.texts.indices {
        let text = readings[index].1.texts[number]
        guard let other = others[ExactKey(text.key)], let owner = owners[ExactKey(text.key)],
          let original = owner.original, !original.utf8.elementsEqual(other.utf8)
        else { continue }
        for value in text.values
        where value.language != master && !owner.languages.contains(value.language) {
          omitted[[pattern, owner.pattern], default: []].append((text, value.language))
        }
        readings[index].1.texts[number].values.removeAll {
          $0.language != master && !owner.languages.contains($0.language)
        }
      }
    }
    return omitted.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { tables, translations in
      var known: Set<ExactKey> = []
      let keys = translations.map(\.text.key).filter { known.insert(ExactKey($0)).inserted }
      let first = translations[0].text
      return Diagnostic(
        .warning, "stranded-translation",
        "\(counted(translations.count, "translation")) of '\(tables[0])' "
          + "\(translations.count == 1 ? "was" : "were") omitted because '\(tables[1])', which "
          + "was imported first, has different texts for these keys: \(Self.list(keys))",
        at: first.location(first.keyPosition),
        hint: Self.separateImportHint(tables[0], name: "Other", master: master),
        subject: tables.joined(separator: " "))
    }
  }
}
