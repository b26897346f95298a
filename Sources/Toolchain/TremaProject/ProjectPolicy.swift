import TremaCatalog
import TremaChecks
import TremaMessages
import TremaSupport

extension ProjectFile {
  /// Returns the check settings as a policy, and their problems.
  package func checkPolicy() -> (policy: CheckPolicy, problems: [Diagnostic]) {
    var maker = PolicyMaker()
    var policy = CheckPolicy()
    for setting in checks { policy.settings[setting.code.value] = maker.setting(setting) }
    return (policy, maker.problems)
  }
}

/// Converts the check settings and collects their problems.
private struct PolicyMaker {
  /// The problems so far.
  var problems: [Diagnostic] = []

  /// Returns a setting. Levels that the check does not allow are reported.
  mutating func setting(_ setting: ProjectFile.CheckSetting) -> CheckPolicy.Setting {
    var result = CheckPolicy.Setting(setting.level?.value)
    let code = setting.code.value
    let parts = (setting.languages + setting.keys).map(\.level)
    let levels = [setting.level].compactMap(\.self) + parts
    if let objection = CheckRegister.rejectionReason(of: nil, for: code, hasReason: false) {
      report(objection, at: setting.code.location)
      return result
    }
    for level in levels {
      let objection = CheckRegister.rejectionReason(
        of: level.value, for: code, hasReason: setting.reason != nil)
      guard let objection else { continue }
      report(objection, at: level.location)
    }
    result.minimumVerifiedSeverity = setting.verified
    for part in setting.languages {
      do throws(Diagnostic) {
        result.languages[try LanguageTag(part.name)] = part.level.value
      } catch {
        problems.append(error)
      }
    }
    result.keys = setting.keys.map {
      .init(KeyPattern($0.name.value), $0.level.value, at: $0.name.location)
    }
    return result
  }

  /// Reports an objection of ``CheckRegister``.
  private mutating func report(
    _ objection: (message: String, hint: String), at location: SourceLocation?
  ) {
    problems.append(
      Diagnostic(
        .error, "invalid-check", objection.message, at: location, hint: objection.hint,
        kind: .unreadable))
  }
}

extension LanguageTag {
  /// Parses a language tag.
  ///
  /// - Throws: An `.unreadable` diagnostic at the name's location.
  init(_ name: Located<String>) throws(Diagnostic) {
    guard let tag = LanguageTag(name.value) else {
      throw Diagnostic(
        .error, "invalid-language", "'\(name.value)' is not a language tag", at: name.location,
        hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'", kind: .unreadable)
    }
    self = tag
  }
}
