import ConfigKit
import TremaChecks
import TremaDiagnostics
import TremaProject
import TremaSupport

/// The help about checks, which is composed of the description of each rule.
extension Help {
  /// Returns the help about a check.
  ///
  /// - Throws: A diagnostic of the kind `.usage`, whose hint is the closest check.
  static func page(ofCheck code: String) throws(Diagnostic) -> String {
    let rules = CheckRegister.pages
    let pages = rules.filter { $0.code == code }.map(page)
    if pages.isEmpty {
      throw Invocation.usage(
        "there is no check '\(code)'",
        hint: Invocation.suggestion(for: code, among: rules.map(\.code))
          ?? "trema help check lists them")
    }
    // A code that is used for texts and for configurations has a description of each.
    return pages.joined(separator: "\n")
  }

  /// Returns the help about one rule.
  private static func page(_ rule: Rule) -> String {
    """
    \(rule.code) (\(level(of: rule)))

    \(wrapped(rule.summary))

    why: \(wrapped(rule.why, indent: 5))

    example:
    \(indented(rule.example))

    fix: \(wrapped(rule.fix, indent: 5))

    """
  }

  /// Returns the list of the checks of texts, the most severe ones first.
  static func listOfChecks() -> String { list(Checker.rules) }

  /// Returns the list of the checks of configurations, the most severe ones first.
  static func listOfConfigurationChecks() -> String { list(ConfigChecker.rules) }

  /// Returns a list of rules with their levels.
  private static func list(_ rules: [Rule]) -> String {
    let rules = byLevel(rules).flatMap(\.rules)
    let width = rules.map(\.code.count).max() ?? 0
    let lines = rules.map { rule in
      "  \(padded(level(of: rule).rawValue, 7))  \(padded(rule.code, width))  \(rule.summary)"
    }
    return "\nchecks (trema help check NAME explains one):\n"
      + lines.joined(separator: "\n") + "\n"
  }

  /// Returns the contents of `Documentation/Checks.md`.
  static func checks() -> String {
    var text = """
      # Checks

      Made by `trema help --checks` from what each check says of itself; do not edit. What severities
      are, and how a project or a text has its say about them: [Checking](Checking.md). How many of
      the findings of each are right: [Precision](Precision.md).

      Those marked *always* are asked by `trema convert` and `trema build`, too; the others by
      `trema check` alone, as what they find keeps no output from being right. `unused-key`,
      `undefined-key` and `runtime-key` are found by `trema usage`. Those that are off by default are run
      when `checks` in `trema.json` or `--severity` gives them a level.

      """
    let pages = byLevel(Checker.pages)
    for (level, rules) in pages where !rules.isEmpty {
      text += "\n## \(title(of: level))\n\n| check | what is found | asked |\n|---|---|---|\n"
      for rule in rules {
        text +=
          "| [`\(rule.code)`](#\(rule.code)) | \(rule.summary) | "
          + "\(rule.stage == .always ? "always" : "") |\n"
      }
    }
    for rule in pages.flatMap(\.rules) {
      text += """

        ### `\(rule.code)`

        \(rule.summary) \(marked(rule.why))

        ```xml
        \(rule.example)
        ```

        \(marked(rule.fix))

        """
    }
    return text
  }

  /// Returns the contents of `Documentation/Configuration/Checks.md`.
  static func configurationChecks() -> String {
    let pages = byLevel(ConfigChecker.pages)
    var text = """
      # Checks of configurations

      Made by `trema help --config-checks` from what each check says of itself; do not edit.
      `trema config check` asks all of them, of all environments at once, but for those that name
      the command that tells them. What a project says of them
      under `checks` in `trema.json`, severities and baselines are as for texts:
      [Checking](../Checking.md). A key pattern there is matched with key paths: `"api.*"`. In a schema,
      `"x-ignore": { "dead-override": "why" }` excuses a key from findings that are no errors.

      """
    for (level, rules) in pages where !rules.isEmpty {
      text += "\n## \(title(of: level))\n\n| check | what is found |\n|---|---|\n"
      for rule in rules {
        text += "| [`\(rule.code)`](#\(rule.code)) | \(marked(rule.summary)) |\n"
      }
    }
    for rule in pages.flatMap(\.rules) {
      text += """

        ### `\(rule.code)`

        \(marked(rule.summary)) \(marked(rule.why))

        ```
        \(rule.example)
        ```

        \(marked(rule.fix))

        """
    }
    return text
  }

  /// Groups rules by their level, in the order of the levels.
  private static func byLevel(_ rules: [Rule]) -> [(level: CheckLevel, rules: [Rule])] {
    CheckLevel.allCases.map { level in (level, rules.filter { Self.level(of: $0) == level }) }
  }

  /// Returns the default level of a check.
  private static func level(of rule: Rule) -> CheckLevel {
    rule.isOptIn ? .off : CheckLevel(rule.severity)
  }

  /// Returns the heading of a level's section.
  private static func title(of level: CheckLevel) -> String {
    switch level {
    case .error: "Errors"
    case .warning: "Warnings"
    case .note: "Notes"
    case .off: "Off by default"
    }
  }

  /// Returns text padded with spaces to a number of characters.
  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }

  /// Returns lines indented by two spaces.
  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      .joined(separator: "\n")
  }

  /// Returns text wrapped at 80 characters.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - indent: The number of spaces before each line but the first one; they count.
  private static func wrapped(_ text: String, indent: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count + 1 > 80 - indent {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? "\(word)" : " \(word)"
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Returns text with the special characters of Markdown escaped, except in code.
  private static func marked(_ text: String) -> String {
    var isCode = false
    var marked = ""
    for scalar in text.unicodeScalars {
      if scalar == "`" { isCode.toggle() }
      if !isCode, ["<", "*", "_", "[", "\\", "&"].contains(scalar) { marked += "\\" }
      marked.unicodeScalars.append(scalar)
    }
    return marked
  }
}
