import TremaCatalog
import TremaSupport
import TremaXML

extension Text {
  /// The errors about parts that a catalog cannot contain.
  ///
  /// Such parts are values that are too long to be read back, and control characters in keys, in
  /// contexts, or in values of catalogs without escapes.
  ///
  /// See XML 1.0, production 2, "Char".
  var encodingErrors: [Diagnostic] {
    var found: [Diagnostic] = []
    func examine(
      _ part: @autoclosure () -> String, _ text: String,
      _ location: @autoclosure () -> SourceLocation
    ) {
      guard let scalar = text.unicodeScalars.first(where: { !Self.isPermittedInXML($0) }) else {
        return
      }
      let part = part()
      found.append(
        Diagnostic(
          .error, "unwritable-character",
          "\(part) contains \(Self.codePoint(scalar)), which is not allowed in XML",
          at: location(), hint: "remove it", subject: "\(key) \(part)"))
    }
    examine("the key", key, location(keyPosition))
    if let context {
      examine("the context of '\(key.shortened)'", context.text, location(ofContext: context))
    }
    let limit = XMLLimits().heldBytes
    for index in values.indices {
      // Most values are short and contain no unusual characters, so they aren't examined further.
      let count = values[index].source.utf8.count
      let needsExamination = !values[index].flags.isDisjoint(with: [.control, .mark, .backslash])
      guard count > limit || needsExamination else { continue }
      let value = values[index]
      if value.source.utf8.count > limit {
        found.append(
          Diagnostic(
            .error, "size-limit",
            "the '\(value.language)' value of '\(key.shortened)' is longer than \(limit) bytes",
            at: location(value.textPosition, of: value),
            hint: "shorten it; a value of that length cannot be read back", subject: key))
      }
      // NUL is the only character without an escape, so the decoder reports its escape as unknown.
      let hasNUL = value.issues.contains {
        $0.kind == .unknownEscape
          && value.source.utf8.dropFirst($0.range.lowerBound)
            .starts(with: "\\u0000".utf8)
      }
      examine(
        "'\(key.shortened)' in '\(value.language)'", hasNUL ? "\0" : value.source,
        location(value.textPosition, of: value))
    }
    return found
  }

  /// Returns whether XML 1.0 allows a scalar. Surrogates are not scalars.
  private static func isPermittedInXML(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Returns the code point in Unicode notation, such as `U+000C`.
  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
