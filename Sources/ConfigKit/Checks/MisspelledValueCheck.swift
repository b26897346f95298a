import TremaConfigValues
import TremaDiagnostics
import TremaSecrets
import TremaSupport

/// Reports values that resemble a common value of their key: `logging.level: eror`.
struct MisspelledValueCheck: ConfigRowCheck {
  /// The rule of the check.
  static let rule = Rule(
    .warning, "misspelled-value", "A value resembles a common word for its key.",
    why:
      "The app does not recognize the value, and uses its default. The check covers log levels "
      + "(`logLevel`, `logging.level`), names of environments (`environment`, `stage`), HTTP "
      + "methods (`method`), and `true` and `false` for any key.",
    example: """
      <key>logLevel</key><string>eror</string>
      """,
    fix: "Correct it, or list the allowed words with `enum` in the schema.")
  static var rules: [Rule] { [rule] }

  /// Checks the strings of one key. Values with choices are left to ``SchemaCheck``.
  static func check(
    _ row: ConfigRow, of matrix: ConfigMatrix, into findings: inout ConfigFindings
  ) {
    // The path is split into words once for all strings.
    let family = WordFamily(under: row.path)
    for text in row.texts where (3...16).contains(text.text.utf8.count) {
      let node = text.contract?.node
      guard node?.choices == nil, let suggestion = intendedWord(by: text.text, family) else {
        continue
      }
      findings.report(
        rule, "the value of '\(text.path)' resembles '\(suggestion)'", about: text.path,
        at: text.location,
        in: matrix.names(text.columns), hint: "did you mean '\(suggestion)'?")
    }
  }

  /// Returns the word that was probably meant, or `nil` if the string is a known word or resembles
  /// none.
  private static func intendedWord(by text: String, _ family: WordFamily?) -> String? {
    let word = String(decoding: text.utf8.map(ASCII.lowercased), as: UTF8.self)
    if let boolean = booleans[word] { return boolean }
    guard let family, !family.words.contains(word), text.utf8.allSatisfy(ASCII.isLetter) else {
      return nil
    }
    return closestMatch(to: word, among: family.words)
  }

  /// Typos in Booleans. Only these are recognized, because a word that differs by one letter may be
  /// intended.
  private static let booleans = [
    "ture": "true", "treu": "true", "truee": "true", "ttrue": "true", "flase": "false",
    "fasle": "false", "fales": "false", "falsee": "false", "flase ": "false",
  ]
}

/// The common values for a kind of key.
private struct WordFamily {
  /// The words, in lowercase.
  let words: [String]

  /// Determines the words for a key by its last word, or `nil` if there are none.
  init?(under path: ConfigKeyPath) {
    guard let key = path.lastKey else { return nil }
    let keyWords = KeyWords(key)
    guard let last = keyWords.words.last else { return nil }
    switch last {
    case "level", "loglevel", "verbosity":
      let isLog = last != "level" || KeyWords(path.description).namesLogLevel
      guard isLog else { return nil }
      words = Self.levels
    case "environment", "env", "stage": words = Self.environments
    case "method": words = Self.methods
    default: return nil
    }
  }

  /// The log levels of common logging libraries.
  private static let levels = [
    "trace", "verbose", "debug", "info", "notice", "warning", "warn", "error", "critical", "fatal",
    "fault", "off", "none", "silent", "default", "all", "severe", "alert", "emergency",
  ]
  /// Common names of environments.
  private static let environments = [
    "development", "dev", "debug", "test", "testing", "qa", "uat", "staging", "stage", "production",
    "prod", "release", "live", "local", "sandbox", "demo", "beta", "preprod", "integration",
  ]
  /// The HTTP methods.
  private static let methods = [
    "get", "post", "put", "patch", "delete", "head", "options", "trace", "connect",
  ]
}
