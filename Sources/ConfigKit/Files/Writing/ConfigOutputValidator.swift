import TremaConfigValues
import TremaPropertyLists
import TremaSupport

/// A validator that finds values an output format cannot represent before anything is written. A
/// merged value comes from multiple files, so each part is reported at its own location.
struct ConfigOutputValidator {
  /// The output format.
  let output: ConfigOutput
  /// The path for values without a location.
  let fallbackPath: String
  /// The first problem. It is stored rather than thrown, because throwing makes the recursion's
  /// stack frames several times larger.
  private(set) var problem: Diagnostic?

  /// Creates a validator for an output format.
  init(output: ConfigOutput, fallbackPath: String) {
    self.output = output
    self.fallbackPath = fallbackPath
  }

  /// Checks a value and everything in it.
  mutating func check(_ value: ConfigValue) {
    switch value.content {
    case .dictionary(let dictionary):
      if output == .xml { checkArchiveReference(dictionary, at: value.location) }
      for entry in dictionary.entries {
        if output == .xml { checkText(entry.key, "key", at: entry.keyLocation) }
        check(entry.value)
      }
    case .array(let values): for value in values { check(value) }
    default: check(scalar: value)
    }
  }

  /// Checks a scalar.
  private mutating func check(scalar value: ConfigValue) {
    switch value.content {
    case .dictionary, .array, .integer, .boolean, .data: break
    case .string(let text): if output == .xml { checkText(text, "string", at: value.location) }
    case .date(let date):
      // Only binary property lists store fractional seconds.
      if output != .binary, date.seconds != date.seconds.rounded(.down) {
        report(
          unwritableValue(
            "\(formatName) cannot represent fractional seconds in a date", at: value.location,
            hint: "use whole seconds; only binary property lists store fractional seconds"))
      }
    case .real(let number):
      if output == .json, !number.isFinite {
        report(
          unwritableValue(
            "\(formatName) cannot represent the number '\(number)'", at: value.location,
            hint: "use a finite number"))
      }
    case .null:
      // YAML and JSON have `null`; property lists don't.
      if output == .xml || output == .binary {
        report(
          unwritableValue(
            "\(formatName) cannot contain null", at: value.location,
            hint: "remove the key, or use an empty string"))
      }
    }
  }

  /// The format name with its article, for messages.
  private var formatName: String {
    switch output {
    case .xml: "an XML property list"
    case .binary: "a binary property list"
    case .json: "JSON"
    case .yaml: "YAML"
    }
  }

  /// Returns the error for a value.
  private func unwritableValue(_ message: String, at location: ConfigLocation, hint: String)
    -> Diagnostic
  {
    Diagnostic(
      .error, "unwritable-value", message, at: self.location(location), hint: hint)
  }

  /// Returns the location for a diagnostic, or the location of the whole file if it is unknown.
  private func location(_ location: ConfigLocation) -> SourceLocation {
    location.diagnosticLocation ?? SourceLocation(file: fallbackPath)
  }

  /// Reports a problem. Only the first one is kept.
  private mutating func report(_ problem: Diagnostic) { self.problem = self.problem ?? problem }

  /// Checks a key or a string for characters that XML 1.0 does not allow.
  private mutating func checkText(_ text: String, _ part: String, at location: ConfigLocation) {
    guard let scalar = PropertyList.firstCharacterForbiddenInXML(in: text) else { return }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    report(
      Diagnostic(
        .error, "unwritable-character",
        "this \(part) contains U+\(code), which is not allowed in XML",
        at: self.location(location), hint: "remove the character, or choose another format"))
  }

  /// Checks for a dictionary that Core Foundation decodes as a keyed-archive reference (UID).
  private mutating func checkArchiveReference(
    _ dictionary: ConfigDictionary, at location: ConfigLocation
  ) {
    guard dictionary.isArchiveReference else { return }
    report(
      unwritableValue(
        "a dictionary whose only entry is an integer 'CF$UID' would be read as a keyed-archive "
          + "reference", at: location, hint: "rename the key, or choose another format"))
  }
}

extension ConfigDictionary {
  /// Whether this dictionary is how an XML property list represents a keyed-archive UID.
  var isArchiveReference: Bool {
    guard entries.count == 1, let entry = entries.first, entry.key.equalsExactly("CF$UID") else {
      return false
    }
    return entry.value.kind == .integer
  }
}
