import TremaCatalog
import TremaSupport

/// The part of its texts that an output writes, which may be empty although the output contains
/// texts.
enum OutputPart {
  /// The values with some statuses.
  case statuses(Set<String>)
  /// The plurals and selects.
  case plurals

  /// Returns the warning about an output whose part is empty.
  ///
  /// - Parameters:
  ///   - format: The name of the output's format.
  ///   - location: The location of the output.
  func emptyFinding(_ format: String, at location: SourceLocation?) -> Diagnostic {
    switch self {
    case .statuses(let names):
      let list = names.sorted().map { "'\($0)'" }.joined(separator: " or ")
      return Diagnostic(
        .warning, "empty-output",
        "no text of the '\(format)' output has a value with the status \(list)",
        at: location, hint: "add another status to 'statuses', or remove the field", subject: format
      )
    case .plurals:
      return Diagnostic(
        .warning, "empty-output", "no text of the '\(format)' output has a plural", at: location,
        hint: "correct its keys, exceptKeys or tags, or remove the output", subject: format)
    }
  }
}

extension TextView {
  /// Returns whether a part of the texts contains a value of the text.
  func contains(_ part: OutputPart) -> Bool {
    switch part {
    case .statuses(let names): (0..<valueCount).contains { names.contains(self[$0].status.name) }
    case .plurals: hasBranches
    }
  }
}

extension ConversionOutput {
  /// The part of its texts that the output writes, or `nil` if it writes all of them. Usually, a
  /// `.stringsdict` file may be empty, because most catalogues get plurals later.
  var part: OutputPart? {
    if let statuses = selection.statuses { return .statuses(statuses) }
    guard case .resources(.stringsdict) = kind, slice.selectsKeysOrTags else { return nil }
    return .plurals
  }
}
