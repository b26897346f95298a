import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

/// A catalogue in memory, and an import into it.
struct ImportFixture {
  var catalogue = Catalog(header: CatalogHeader(file: "T.trm", masterLanguage: "en"))
  var reading = FormatReading()

  init() {
    reading.hasStatuses = true
    reading.masterLanguage = "en"
  }

  /// - Parameters:
  ///   - values: Language, value and status (`-` for none) of each.
  ///   - isAssumed: Whether the file has no statuses.
  static func text(
    _ key: String, _ values: [(String, String, String)], file: String, context: String = "",
    isAssumed: Bool = false
  ) -> Text {
    Text(
      key: key, context: Context(context),
      values: values.map { language, source, status in
        var value = Value(
          language: language, status: Status(status == "-" ? nil : status), source: source)
        value.isStatusAssumed = isAssumed || language == "en"
        value.textPosition = SourcePosition(line: 7, column: 4)
        return value
      }, file: file)
  }

  mutating func has(_ key: String, _ values: (String, String, String)..., context: String = "") {
    catalogue.texts.append(Self.text(key, values, file: "T.trm", context: context))
  }

  mutating func brings(
    _ key: String, _ values: (String, String, String)..., context: String = "",
    isAssumed: Bool = false
  ) {
    reading.texts.append(
      Self.text(key, values, file: "in.csv", context: context, isAssumed: isAssumed))
  }

  func imported(
    accepting accepted: Set<ImportChange.Group> = [], isForTranslators: Bool = true,
    isExisting: Bool = true
  ) -> CatalogImport {
    var work = CatalogImport(into: catalogue, isExisting: isExisting)
    work.accepted = accepted
    _ = work.add(reading, isForTranslators: isForTranslators)
    work.finish()
    return work
  }
}

extension CatalogImport {
  /// The values of a catalogue, a line each: `key fr translated 'Bonjour'`.
  var said: [String] {
    catalog.texts.flatMap { text in
      text.values.map {
        "\(text.key) \($0.language) \($0.status.spelling ?? "-") '\($0.source)'"
      }
    }
  }

  var messages: [String] { diagnostics.map { "\($0.code): \($0.message)" } }
}
