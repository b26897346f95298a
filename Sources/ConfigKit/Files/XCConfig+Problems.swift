import TremaConfigValues
import TremaSupport

/// The diagnostics of build settings.
extension XCConfig {
  /// Returns an error that makes the file incomplete.
  static func problem(
    _ code: String, _ message: String, at location: ConfigLocation, _ hint: String
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, code, message, at: location.diagnosticLocation, hint: hint, kind: .unreadable)
    diagnostic.bytes = location.bytes
    return diagnostic
  }

  /// Returns the error for an `#include` without a file name.
  static func missingIncludeName(_ lines: TextLines, _ begin: TextLines.Mark) -> Diagnostic {
    lines.problem(
      "#include has no file name", at: lines.location(from: begin),
      hint: "use #include \"other.xcconfig\"")
  }

  /// Returns the warning for a conditional setting.
  static func conditionalSetting(_ name: String, at location: ConfigLocation) -> Diagnostic {
    var diagnostic = Diagnostic(
      .warning, "conditional-setting",
      "'\(name)' is set only for some builds, so the line is ignored",
      at: location.diagnosticLocation,
      hint: "give the environment its own file", subject: name)
    diagnostic.key = name
    diagnostic.bytes = location.bytes
    return diagnostic
  }

  /// Returns the error for a key that is set twice in one file.
  static func duplicateKey(_ name: String, at location: ConfigLocation, first: ConfigLocation)
    -> Diagnostic
  {
    let line = first.start.map { " (first on line \($0.line))" } ?? ""
    var diagnostic = Diagnostic(
      .error, "duplicate-key", "key '\(name)' is defined twice\(line)",
      at: location.diagnosticLocation,
      hint: "rename or remove one of them", subject: name)
    diagnostic.key = name
    diagnostic.bytes = location.bytes
    diagnostic.related =
      first.diagnosticLocation.map {
        [Diagnostic.Related("first defined here", at: $0, role: .duplicate)]
      }
      ?? []
    return diagnostic
  }

  /// Returns the error for a value that becomes too long by expanding `$(inherited)`.
  static func excessiveLength(_ name: String, at location: ConfigLocation) -> Diagnostic {
    var diagnostic = problem(
      "expansion-limit",
      "$(inherited) makes '\(name)' longer than \(valueLimit) bytes, or all values together longer "
        + "than \(inheritedLimit) bytes",
      at: location, "replace $(inherited) with the value")
    diagnostic.key = name
    diagnostic.subject = name
    return diagnostic
  }

  /// Returns the error for a URL that is truncated at `//`, with a fix that inserts `$()`.
  ///
  /// - Parameters:
  ///   - scheme: The part of the URL before `://`.
  ///   - location: The location of the value.
  ///   - comment: The location of the two slashes.
  static func truncatedURL(
    _ name: String, _ scheme: String, at location: ConfigLocation, _ comment: ConfigLocation
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      .error, "url-cut-by-comment",
      "the URL in '\(name)' ends after '\(scheme):', because '//' begins a comment",
      at: comment.diagnosticLocation, hint: "use \(scheme):/$()/host", subject: name)
    diagnostic.key = name
    diagnostic.bytes = comment.bytes
    diagnostic.fixes =
      comment.diagnosticLocation.map { [Diagnostic.Edit(at: $0, replacement: "/$()/")] } ?? []
    return diagnostic
  }
}

/// The expansion of `$(inherited)` and `$()` in a value. The references may also use braces.
enum XCConfigReferences {
  /// Returns a value with both references replaced. Without an inherited value, `$(inherited)` is
  /// left unchanged.
  ///
  /// - Returns: `nil` if the result has more than `limit` bytes.
  static func replaced(
    _ value: ArraySlice<UInt8>, inherited: String?, limit: Int
  ) -> String? {
    var bytes: [UInt8] = []
    var rest = value
    while let byte = rest.first {
      if byte != UInt8(ascii: "$") {
        bytes.append(byte)
        rest = rest.dropFirst()
      } else if let empty = ["$()", "${}"].first(where: { rest.starts(with: $0.utf8) }) {
        rest = rest.dropFirst(empty.utf8.count)
      } else if let inherited,
        let word = ["$(inherited)", "${inherited}"].first(where: { rest.starts(with: $0.utf8) })
      {
        bytes += inherited.utf8
        // The limit is checked at each replacement, before the value grows further.
        if bytes.count > limit { return nil }
        rest = rest.dropFirst(word.utf8.count)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// String operations on the paths of included files.
package enum XCConfigPath {
  /// Returns the path of an included file.
  ///
  /// - Parameters:
  ///   - file: The path of the including file.
  ///   - name: The path in the `#include`, either absolute or relative to the folder of `file`.
  static func joined(_ file: String, _ name: String) -> String {
    let slash = UInt8(ascii: "/")
    if name.utf8.first == slash { return normalized(name) }
    let folder = file.utf8.lastIndex(of: slash).map { file[...$0] } ?? ""
    return normalized(folder + name)
  }

  /// Returns a path with `.` components removed, and `..` resolved if a component precedes it.
  package static func normalized(_ path: String) -> String {
    var parts: [Substring.UTF8View] = []
    for part in Substring(path).utf8.split(separator: UInt8(ascii: "/")) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8), let last = parts.last, !last.elementsEqual("..".utf8) {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let isFromRoot = path.utf8.first == UInt8(ascii: "/")
    return (isFromRoot ? "/" : "") + parts.map { String(Substring($0)) }.joined(separator: "/")
  }
}
