import TremaConfigValues

/// The prose of the documentation comments in generated configuration code.
enum ConfigurationProse {
  /// Returns the nonempty lines of a description from the schema, or empty for `nil`.
  static func lines(_ summary: String?) -> [String] {
    summary?.split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
      .map(String.init) ?? []
  }

  /// Returns the lines that document the property of a field.
  static func lines(of field: ConfigurationField) -> [String] {
    var lines = lines(field.summary)
    if field.isSecret {
      lines.append("A secret: nil in the compiled-in values, loaded from a file at run time.")
    }
    return lines
  }

  /// Returns the message of a `deprecated` attribute.
  static func message(_ deprecation: ConfigContract.Deprecation) -> String {
    var parts: [String] = []
    if let since = deprecation.since { parts.append("since \(since)") }
    if let replacement = deprecation.replacement { parts.append("use '\(replacement)'") }
    if let removeBy = deprecation.removeBy { parts.append("will be removed in \(removeBy)") }
    return parts.isEmpty ? "marked as deprecated in the schema" : parts.joined(separator: "; ")
  }
}
