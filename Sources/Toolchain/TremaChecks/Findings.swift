import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// Collects the findings of the checks, with severities that depend on the project, the value's
/// status and the text.
struct Findings: Sendable {
  /// The findings since the last ``take()``.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether there was an error since the last ``resetErrors()``, including errors that were only
  /// counted.
  private(set) var hasErrors = false
  /// The languages of the values with these errors, or `nil` if an error concerns the whole text.
  private(set) var languagesWithErrors: Set<String>? = []
  /// The severity of the last finding, including findings that were only counted, or `nil` if it
  /// was suppressed.
  private(set) var lastSeverity: Severity?
  var isLastError: Bool { lastSeverity == .error }
  /// The number of findings that were suppressed.
  var suppressedCount = 0
  /// The parts of the current text that outputs cannot contain although its errors are suppressed.
  var omittedParts = OmittedParts()
  private let policy: CheckPolicy
  /// The policy entries that matched a finding's key.
  private var usedKeyLevels: Set<KeyLevelID> = []
  /// The codes of the checks that run.
  private let running: Set<String>
  /// Whether to report `@ignore` lines and policy entries that suppress nothing.
  private let reportsUnusedIgnores: Bool
  private let policyDependsOnKeys: Bool
  private var suppressions: Suppressions
  private var limit: FindingLimit
  /// The keys whose names collide with the names of other keys.
  private(set) var collidingKeys: Set<ExactKey> = []

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - policy: The levels of checks in the project.
  ///   - running: The codes of the checks that run.
  ///   - reportsUnusedIgnores: Whether to report `@ignore` lines that suppress nothing.
  ///   - limit: The maximum number of findings per rule and file, or `nil` for no limit.
  init(policy: CheckPolicy, running: Set<String>, reportsUnusedIgnores: Bool, limit: Int? = nil) {
    self.policy = policy
    policyDependsOnKeys = policy.dependsOnKeys
    self.running = running
    self.reportsUnusedIgnores = reportsUnusedIgnores
    self.limit = FindingLimit(limit)
    suppressions = Suppressions(running: running, reportsUnused: reportsUnusedIgnores)
  }

  /// Resets ``hasErrors`` and ``languagesWithErrors`` before the next text.
  mutating func resetErrors() { (hasErrors, languagesWithErrors) = (false, []) }

  /// Starts a text, before findings about it are reported.
  mutating func begin(_ text: TextView, _ annotations: Annotations) {
    // Only a suppression requires a copy of the text, to locate its line.
    if annotations.ignored.isEmpty { return }
    suppressions.begin(Text(text), annotations)
  }

  /// Returns the severity of a finding before the finding is created.
  ///
  /// - Parameters:
  ///   - ruleSeverity: The severity of the rule.
  ///   - code: The code of the rule.
  ///   - key: The key of the text, if the finding is about one.
  ///   - language: The language of the value, as spelled in a file.
  ///   - status: The status of the value.
  ///   - file: The file of the finding.
  ///   - position: The position of the finding, or an earlier position that is known without a
  ///     search.
  ///   - omitted: The number of findings that the finding summarizes, or 0 for an ordinary finding.
  ///   - isOmitted: Whether outputs for apps omit the value, so an error is harmless.
  /// - Returns: `nil` if the finding must not be created because it is suppressed, its check is
  ///   disabled, or the limit is reached and it is only counted.
  mutating func admit(
    _ ruleSeverity: Severity, _ code: String, key: String?, language: String?, status: Status?,
    in file: String?, at position: SourcePosition?, representing omitted: Int = 0,
    isOmitted: Bool = false
  ) -> Severity? {
    lastSeverity = nil
    if let key, suppressions.suppresses(key, from: code, ruleSeverity) {
      suppressedCount += max(1, omitted)
      return nil
    }
    if policyDependsOnKeys, let key { recordKeyLevel(code, key) }
    guard
      var severity = policy.severity(
        ruleSeverity, of: code, key: key, language: language, status: status)
    else {
      if ruleSeverity == .error || policy.settings[code]?.level != .off {
        suppressedCount += max(1, omitted)
      }
      return nil
    }
    // Problems in unfinished work are expected, but crashes remain errors.
    if ruleSeverity == .warning && status == .initial || isOmitted { severity = .note }
    lastSeverity = severity
    if severity == .error {
      hasErrors = true
      if let language { languagesWithErrors?.insert(language) } else { languagesWithErrors = nil }
    }
    let isAdmitted =
      omitted > 0 || limit.admits(severity, code, in: file, at: position ?? .start)
    return isAdmitted ? severity : nil
  }

  /// Reports a finding about a text or one of its values. The other arguments are evaluated only if
  /// the finding is created.
  ///
  /// - Parameters:
  ///   - message: The message, without the location.
  ///   - value: The value, or `nil` for the whole text.
  ///   - isOmitted: Whether outputs for apps omit the value, so an error is harmless.
  ///   - location: The location, or `nil` for the location of the value or the text.
  mutating func report(
    _ rule: Rule, _ message: @autoclosure () -> String, in text: ExaminedText,
    value: Value? = nil, isOmitted: Bool = false,
    at location: @autoclosure () -> SourceLocation? = nil,
    hint: @autoclosure () -> String? = nil,
    related: @autoclosure () -> [Diagnostic.Related] = [],
    fixes: @autoclosure () -> [Diagnostic.Edit] = []
  ) {
    let position = value?.position ?? text.text.position
    let severity = admit(
      rule.severity, rule.code, key: text.text.key, language: value?.language,
      status: value?.status, in: value?.file ?? text.text.file, at: position,
      isOmitted: isOmitted)
    guard let severity else { return }
    var diagnostic = Diagnostic(
      severity, rule.code, message(), at: location() ?? text.text.location(position, of: value),
      hint: hint(), subject: text.subject(value))
    diagnostic.related = related()
    diagnostic.fixes = fixes()
    diagnostic.key = text.text.key
    diagnostic.language = value?.language
    diagnostics.append(diagnostic)
  }

  /// Reports a finding about a text other than the current text.
  mutating func report(
    _ rule: Rule, _ message: @autoclosure () -> String, in text: Text,
    hint: @autoclosure () -> String? = nil
  ) {
    let severity = admit(
      rule.severity, rule.code, key: text.key, language: nil, status: nil, in: text.file,
      at: text.position)
    guard let severity else { return }
    var diagnostic = Diagnostic(
      severity, rule.code, message(), at: text.location(text.position), hint: hint(),
      subject: text.key)
    diagnostic.key = text.key
    diagnostics.append(diagnostic)
  }

  /// Appends a finding that was admitted.
  mutating func append(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Adds a finding of any origin, subject to the project's settings and the text's suppressions.
  mutating func add(_ diagnostic: Diagnostic) {
    add(
      diagnostic.code, diagnostic.severity, key: diagnostic.key, language: diagnostic.language,
      at: diagnostic.location, representing: diagnostic.omitted
    ) { diagnostic }
  }

  /// Adds a finding that is created only if it is admitted.
  ///
  /// - Parameters:
  ///   - code: The code of the rule.
  ///   - ruleSeverity: The severity of the rule.
  ///   - key: The key of the text that the finding is about.
  ///   - language: The language that the finding is about, as spelled in a file.
  ///   - location: The location of the finding.
  ///   - omitted: The number of findings that the finding summarizes.
  ///   - make: Creates the finding. Its severity is replaced.
  mutating func add(
    _ code: String, _ ruleSeverity: Severity, key: String?, language: String? = nil,
    at location: SourceLocation?, representing omitted: Int = 0, _ make: () -> Diagnostic
  ) {
    if code == NameCollisionCheck.rule.code, let key { collidingKeys.insert(ExactKey(key)) }
    let severity = admit(
      ruleSeverity, code, key: key, language: language, status: nil, in: location?.file,
      at: location?.start, representing: omitted)
    guard let severity else { return }
    var diagnostic = make()
    diagnostic.severity = severity
    diagnostics.append(diagnostic)
  }

  /// Whether the severity of a finding may depend on its key.
  var dependsOnKeys: Bool { policyDependsOnKeys || !suppressions.isEmpty }

  /// Returns whether the level of a rule depends on the language.
  func dependsOnLanguage(_ rule: Rule) -> Bool { policy.dependsOnLanguage(rule.code) }

  /// Records the policy entry that determines a text's level.
  private mutating func recordKeyLevel(_ code: String, _ key: String) {
    guard let keys = policy.settings[code]?.keys,
      let index = keys.lastIndex(where: { $0.pattern.matches(key) })
    else { return }
    usedKeyLevels.insert(KeyLevelID(code: code, index: index))
  }

  /// The identity of a policy entry.
  private struct KeyLevelID: Hashable {
    /// The code of the check.
    let code: String
    /// The index of the entry among the check's entries.
    let index: Int
  }

  /// Reports policy entries that disable checks for keys without findings.
  private mutating func reportUnusedKeyLevels() {
    guard reportsUnusedIgnores, policyDependsOnKeys else { return }
    for (code, setting) in policy.settings.sorted(by: { $0.key < $1.key })
    where running.contains(code) {
      for (index, entry) in setting.keys.enumerated()
      where entry.level == .off && !usedKeyLevels.contains(KeyLevelID(code: code, index: index)) {
        guard let location = entry.location else { continue }
        add(Suppressions.rule.code, Suppressions.rule.severity, key: nil, at: location) {
          Diagnostic(
            Suppressions.rule.severity, Suppressions.rule.code,
            "'\(code)' is off for the keys '\(entry.pattern.spelling.shortened)', but has no "
              + "findings there",
            at: location, hint: "remove the entry", subject: "\(code) \(entry.pattern.spelling)")
        }
      }
    }
  }

  /// Reports the unused suppressions, after all other findings have been reported.
  mutating func finish() {
    reportUnusedKeyLevels()
    suppressions.forEachUnused { key, location, make in
      add(Suppressions.rule.code, Suppressions.rule.severity, key: key, at: location, make)
    }
  }

  /// Returns the findings and removes them from the collection.
  mutating func take() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  /// Returns summaries of the findings that were only counted.
  mutating func takeOmittedSummary() -> [Diagnostic] { limit.takeOmittedSummary() }
}
