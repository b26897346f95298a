import TremaConfigValues
import TremaDiagnostics
import TremaSupport

/// Reports references to build settings in values that the app reads at run time.
struct AppleBuildSettingCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .error, "unresolved-build-setting", "A value contains an Xcode build setting.",
    why:
      "Xcode replaces `$(NAME)` in Info.plist during the build, but not in a configuration, so "
      + "the app reads the string `$(NAME)`. URLs are reported as `unresolved-placeholder`.",
    example: """
      <key>appName</key><string>$(PRODUCT_NAME)</string>   in Configuration.plist
      """,
    fix: "Replace it with the value, or let the app read it from Info.plist.")
  static var rules: [Rule] { [rule] }

  /// Checks the strings of one key.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    var known: [ConfigLocation: String] = [:]
    for cell in row.cells {
      guard let value = cell?.value else { continue }
      switch value.content {
      case .string, .array: look(at: value, row.path, row.contract, row, matrix, &known, &findings)
      default: break
      }
    }
  }

  /// Checks a value and everything in it. URLs are left to ``URLSyntaxCheck``.
  private static func look(
    at value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?, _ row: ConfigRow,
    _ matrix: ConfigMatrix, _ known: inout [ConfigLocation: String],
    _ findings: inout ConfigFindings
  ) {
    switch value.content {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")), let name = setting(in: text),
        URLText.Kind(text, under: path.lastKey ?? "", contract) == nil,
        known.updateValue(name, forKey: value.location) == nil
      else { return }
      // A value in a layer that multiple environments share has one location and is reported once.
      let columns = matrix.columns.filter { $0.value[path]?.location == value.location }
      findings.report(
        rule, "'\(path)' contains the build setting '\(name)', which is never replaced",
        about: path, at: value.location, in: columns.map(\.name),
        hint: "replace it with the value, or let the app read it from Info.plist")
    case .array(let values):
      for (index, value) in values.enumerated() {
        look(
          at: value, path.appending(index), contract?.items, row, matrix, &known, &findings)
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        look(
          at: entry.value, path.appending(entry.key), contract?[entry.key], row, matrix, &known,
          &findings)
      }
    default: break
    }
  }

  /// Returns the name in the first `$(NAME)` or `$(NAME:lower)`, or `nil` if there is none.
  ///
  /// See the Xcode Build Settings Reference. Names are C identifiers.
  private static func setting(in text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let start = bytes.firstOffset(of: "$(") else { return nil }
    let name = bytes[(start + 2)...].prefix {
      ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_")
    }
    guard let first = name.first, !ASCII.isDigit(first), name.endIndex < bytes.endIndex,
      bytes[name.endIndex] == UInt8(ascii: ")") || bytes[name.endIndex] == UInt8(ascii: ":")
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
