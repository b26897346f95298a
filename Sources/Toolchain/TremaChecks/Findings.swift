import TremaCatalog
import TremaDiagnostics
import TremaSupport

/// Collects what the checks find, at the severity that the project, the status of the value and the
/// text itself give it.
struct Findings: Sendable {
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether there was an error since the last ``forgetErrors()``, shown or only counted.
  private(set) var hasErrors = false
  /// The languages of the values with these errors; nil when one of them concerns no single value.
  private(set) var refusedLanguages: Set<String>? = []
  /// The severity of the last finding, whether shown or only counted; `nil` if it was excused.
  private(set) var lastSeverity: Severity?
  var isLastError: Bool { lastSeverity == .error }
  /// How many findings were excused since this was set to 0.
  var excused = 0
  /// The parts of the current text that outputs cannot hold, although its errors are excused.
  var leftOut = LeftOut()
  private let policy: CheckPolicy
  /// The entries of the policy by which a finding counted less than its rule says.
  private var usedKeyLevels: Set<KeyLevelPlace> = []
  private let running: Set<String>
  private let tellsUnusedIgnores: Bool
  private let policyAsksKeys: Bool
  private var suppressions: Suppressions
  private var limit: FindingLimit
  /// The keys whose names collide with those of others.
  private(set) var collidingKeys: Set<ExactKey> = []

  /// - Parameters:
  ///   - running: the codes of the checks that are run.
  ///   - tellsUnusedIgnores: whether an `@ignore` that excuses nothing is a finding.
  ///   - limit: how many findings of one rule in one file are made; nil for all.
  init(policy: CheckPolicy, running: Set<String>, tellsUnusedIgnores: Bool, limit: Int? = nil) {
    self.policy = policy
    policyAsksKeys = policy.asksKeys
    self.running = running
    self.tellsUnusedIgnores = tellsUnusedIgnores
    self.limit = FindingLimit(limit)
    suppressions = Suppressions(running: running, tellsUnused: tellsUnusedIgnores)
  }

  mutating func forgetErrors() { (hasErrors, refusedLanguages) = (false, []) }

  /// Begins a text, before anything is reported about it.
  mutating func begin(_ text: TextView, _ annotations: Annotations) {
    // Only an excuse needs a copy of the text, for the place of its line.
    if annotations.ignored.isEmpty { return }
    suppressions.begin(Text(text), annotations)
  }

  /// Returns the severity of a finding before it is made.
  ///
  /// - Parameters:
  ///   - own: what its rule says.
  ///   - status: of the value that it is about.
  ///   - position: where it is, or any place before, where that is known at once.
  ///   - isLeftOut: whether outputs for apps omit the value, so that an error is harmless.
  /// - Returns: `nil` when the finding is not to be made: its check is off, or there were so many
  ///   that it is only counted.
  mutating func admit(
    _ own: Severity, _ code: String, key: String?, language: String?, status: Status?,
    in file: String?, at position: SourcePosition?, standingFor omitted: Int = 0,
    isLeftOut: Bool = false
  ) -> Severity? {
    lastSeverity = nil
    if let key, suppressions.excuse(key, from: code, own) {
      excused += max(1, omitted)
      return nil
    }
    if policyAsksKeys, let key { noteKeyLevel(code, key) }
    guard
      var severity = policy.severity(own, of: code, key: key, language: language, status: status)
    else {
      if own == .error || policy.settings[code]?.level != .off { excused += max(1, omitted) }
      return nil
    }
    // Unfinished work is expected to be unfinished; a crash is none the less a crash.
    if own == .warning && status == .initial || isLeftOut { severity = .note }
    lastSeverity = severity
    if severity == .error {
      hasErrors = true
      if let language { refusedLanguages?.insert(language) } else { refusedLanguages = nil }
    }
    let isMade =
      omitted > 0 || limit.admits(severity, code, in: file, at: position ?? .start)
    return isMade ? severity : nil
  }

  /// Notes a finding about a text or one value of it.
  ///
  /// - Parameter isLeftOut: whether outputs for apps omit the value, so that an error is harmless.
  mutating func report(
    _ rule: Rule, _ message: @autoclosure () -> String, in text: ExaminedText,
    value: Value? = nil, isLeftOut: Bool = false,
    at location: @autoclosure () -> SourceLocation? = nil,
    hint: @autoclosure () -> String? = nil,
    related: @autoclosure () -> [Diagnostic.Related] = [],
    fixes: @autoclosure () -> [Diagnostic.Edit] = []
  ) {
    let position = value?.position ?? text.text.position
    let severity = admit(
      rule.severity, rule.code, key: text.text.key, language: value?.language,
      status: value?.status, in: value?.file ?? text.text.file, at: position,
      isLeftOut: isLeftOut)
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

  /// Notes a finding about a text of which nothing else is known.
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

  /// Notes a finding that was admitted.
  mutating func append(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Notes a finding of any origin; what the project and the text say of its code still holds.
  mutating func add(_ diagnostic: Diagnostic) {
    add(
      diagnostic.code, diagnostic.severity, key: diagnostic.key, language: diagnostic.language,
      at: diagnostic.location, standingFor: diagnostic.omitted
    ) { diagnostic }
  }

  /// Notes a finding that is made when it is to be told.
  ///
  /// - Parameters:
  ///   - key: the text that it is about.
  ///   - language: the language that it is about, as a file spells it.
  ///   - location: its place.
  ///   - omitted: how many it means that were not made.
  ///   - make: makes it, at any severity.
  mutating func add(
    _ code: String, _ own: Severity, key: String?, language: String? = nil,
    at location: SourceLocation?, standingFor omitted: Int = 0, _ make: () -> Diagnostic
  ) {
    if code == NameCollisionCheck.rule.code, let key { collidingKeys.insert(ExactKey(key)) }
    let severity = admit(
      own, code, key: key, language: language, status: nil, in: location?.file,
      at: location?.start, standingFor: omitted)
    guard let severity else { return }
    var diagnostic = make()
    diagnostic.severity = severity
    diagnostics.append(diagnostic)
  }

  /// Whether it may matter which text a finding is about.
  var asksKeys: Bool { policyAsksKeys || !suppressions.isEmpty }

  /// Whether a finding counts differently in different languages.
  func tellsLanguagesApart(_ rule: Rule) -> Bool { policy.tellsLanguagesApart(rule.code) }

  /// Notes which entry of the policy decides about a text.
  private mutating func noteKeyLevel(_ code: String, _ key: String) {
    guard let keys = policy.settings[code]?.keys,
      let place = keys.lastIndex(where: { $0.pattern.matches(key) })
    else { return }
    usedKeyLevels.insert(KeyLevelPlace(code: code, index: place))
  }

  private struct KeyLevelPlace: Hashable {
    let code: String
    let index: Int
  }

  /// Reports the entries of the policy that excuse keys from checks which find nothing in them.
  private mutating func reportUnusedKeyLevels() {
    guard tellsUnusedIgnores, policyAsksKeys else { return }
    for (code, setting) in policy.settings.sorted(by: { $0.key < $1.key })
    where running.contains(code) {
      for (index, entry) in setting.keys.enumerated()
      where entry.level == .off && !usedKeyLevels.contains(KeyLevelPlace(code: code, index: index))
      {
        guard let location = entry.location else { continue }
        add(Suppressions.rule.code, Suppressions.rule.severity, key: nil, at: location) {
          Diagnostic(
            Suppressions.rule.severity, Suppressions.rule.code,
            "'\(code)' is off for the keys '\(entry.pattern.spelling.shortened)', where it finds nothing",
            at: location, hint: "remove the entry", subject: "\(code) \(entry.pattern.spelling)")
        }
      }
    }
  }

  /// Says what could only be known after all others.
  mutating func finish() {
    reportUnusedKeyLevels()
    suppressions.unused { key, location, make in
      add(Suppressions.rule.code, Suppressions.rule.severity, key: key, at: location, make)
    }
  }

  mutating func take() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    defer { diagnostics = [] }
    return diagnostics
  }

  /// Returns summaries of the findings that were only counted.
  mutating func takeOmittedSummary() -> [Diagnostic] { limit.takeOmittedSummary() }
}
