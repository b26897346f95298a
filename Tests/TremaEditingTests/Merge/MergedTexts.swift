import TremaCatalog
import TremaEditing
import TremaFormats
import TremaSupport

/// Texts to merge, and the result.
struct MergedTexts {
  /// The lines of the result without those of the root.
  var texts: String
  /// `3:5 the message` of each conflict, in ours.
  var conflicts: [String]
  var diagnostics: [Diagnostic]

  /// - Parameters: The texts of each side; nil for an empty base.
  init(base: String?, ours: String, theirs: String) throws {
    func catalogue(_ texts: String, _ file: String) throws -> Catalog {
      try Catalog.decode(Array("<trema masterLang='en'>\n\(texts)</trema>".utf8), file: file).0
    }
    let merge = try CatalogMerge(
      base: try base.map { try catalogue($0, "base.trm") },
      ours: try catalogue(ours, "ours.trm"), theirs: try catalogue(theirs, "theirs.trm"))
    let lines = String(decoding: merge.catalog.encoded(), as: UTF8.self).split(separator: "\n")
    texts = lines.dropFirst(2).dropLast().map { "\($0)\n" }.joined()
    diagnostics = merge.conflicts
    conflicts = merge.conflicts.map { conflict in
      let start = conflict.location?.start ?? .start
      return "\(start.line):\(start.column) \(conflict.message)"
    }
  }

  /// Merges the values of one text with one value a language.
  init(base: String?, ours: String, theirs: String, context: String = "") throws {
    func text(_ values: String) -> String { Self.text("a", values) }
    try self.init(base: base.map(text), ours: text(ours), theirs: text(theirs))
  }

  static func text(_ key: String, _ values: String, context: String = "") -> String {
    let context = context.isEmpty ? "    <context/>\n" : "    <context>\(context)</context>\n"
    return "  <text key=\"\(key)\">\n\(context)\(values)  </text>\n"
  }

  static func value(_ language: String, _ source: String, _ status: String? = "translated")
    -> String
  {
    let status = status.map { " status=\"\($0)\"" } ?? ""
    return "    <value lang=\"\(language)\"\(status)>\(source)</value>\n"
  }
}
