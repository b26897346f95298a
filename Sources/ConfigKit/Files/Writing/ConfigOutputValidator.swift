import TremaConfigValues
import TremaPropertyLists
import TremaSupport

/// A validator that finds values an output format cannot represent before anything is written. A
/// merged value comes from several files, so each part is reported at its own location.
struct ConfigOutputValidator {
  /// The output format.
  let output: ConfigOutput
  /// The path for values without a location.
  let fallbackPath: String
  /// The first problem. It is stored rather than thrown, because throwing makes the stack frames of
  /// the recursion several times larger.
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
    case .string(let text): if output == .xml { checkText(text, "text", at: value.location) }
    case .date(let date):
      // Only binary property lists store fractional seconds.
      if output != .binary, date.seconds != date.seconds.rounded(.down) {
        report(
          unwritableValue(
            "a date with a fraction of a second", at: value.location,
            hint: "write whole seconds; only binary property lists have fractions"))
      }
    case .real(let number):
      if output == .json, !number.isFinite {
        report(
          unwritableValue("the number \(number)", at: value.location, hint: "write a finite number")
        )
      }
    case .null:
      // YAML and JSON have `null`; property lists do not.
      if output == .xml || output == .binary {
        report(unwritableValue("null", at: value.location, hint: "remove the key, or write \"\""))
      }
    }
  }

  /// The format name with its article, for messages.
  private var formatNameWithArticle: String {
    switch output {
    case .xml: "a property list in XML"
    case .binary: "a property list"
    case .json: "JSON"
    case .yaml: "YAML"
    }
  }

  /// Returns the error for a value.
  private func unwritableValue(_ subject: String, at location: ConfigLocation, hint: String)
    -> Diagnostic
  {
    Diagnostic(
      .error, "unwritable-value", "\(subject), which \(formatNameWithArticle) cannot express",
      at: self.location(location),
      hint: hint)
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
        .error, "unwritable-character", "this \(part) holds U+\(code), which XML cannot express",
        at: self.location(location), hint: "remove the character, or write another format"))
  }

  /// Checks for a dictionary that Core Foundation decodes as a keyed-archive reference (UID).
  private mutating func checkArchiveReference(
    _ dictionary: ConfigDictionary, at location: ConfigLocation
  ) {
    guard dictionary.isArchiveReference else { return }
    report(
      unwritableValue(
        "the key 'CF$UID' alone with a number", at: location,
        hint: "rename the key; the platform reads it as a reference of a keyed archive"))
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
