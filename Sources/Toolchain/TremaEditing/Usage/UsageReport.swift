import TremaCatalog
import TremaSupport

/// The report on how an app's sources use its keys, file by file.
package struct UsageReport {
  /// The code of findings about keys without a use.
  package static let unused = "unused-key"
  /// The code of findings about names without a key.
  package static let undefined = "undefined-key"
  /// The code of findings about keys that are composed at run time.
  package static let runtime = "runtime-key"

  /// The names of keys in source code.
  private let names: UsageNames
  /// The keys that may be unused or composed at run time.
  private let allowed: [KeyPattern]
  /// Whether each unused key is always reported individually.
  private let listsAll: Bool
  /// The findings of the scanned files.
  private var files: [(path: String, findings: SourceFindings)] = []

  /// Creates an empty report.
  ///
  /// - Parameters:
  ///   - names: The names of keys in source code.
  ///   - allowed: The keys that are treated as used and may be composed at run time.
  ///   - listsAll: Whether to report each unused key individually even if nearly all keys are
  ///     unused.
  package init(_ names: UsageNames, allowed: [KeyPattern] = [], listsAll: Bool = false) {
    self.names = names
    self.listsAll = listsAll
    self.allowed = allowed
  }

  /// Adds the findings of a file.
  package mutating func append(_ findings: SourceFindings, file: String) {
    files.append((file, findings))
  }

  /// Returns the findings, in no particular order.
  package func diagnostics() -> [Diagnostic] {
    var used: Set<Int> = []
    var receivers: Set<[UInt8]> = Set(names.kotlinTypes.map { Array($0.utf8) })
    for (_, findings) in files {
      used.formUnion(findings.used)
      receivers.formUnion(findings.receivers)
    }
    // Members are resolved after all files are known, because a receiver may be declared in a file
    // other than the file that uses it.
    for (_, findings) in files {
      for (receiver, keys) in findings.members where receivers.contains(receiver) {
        used.formUnion(keys)
      }
    }
    var result = undefinedKeys()
    result += runtimeKeys(&used)
    return result + unusedKeys(used)
  }

  /// Returns the findings about keys that are not used.
  private func unusedKeys(_ used: Set<Int>) -> [Diagnostic] {
    var mentions: [Int: SourceLocation] = [:]
    for (path, findings) in files {
      for (key, position) in findings.mentions where mentions[key] == nil {
        mentions[key] = SourceLocation(file: path, start: position)
      }
    }
    let unused = names.keys.indices.filter { index in
      let key = names.keys[index]
      return !used.contains(index) && key.isReported && !allowed.contains { $0.matches(key.key) }
    }
    if !listsAll, let first = unused.first, isNearlyAll(unused.count) {
      return [MissingUses(names, files.map(\.findings)).finding(unused.count, names.keys[first])]
    }
    var result: [Diagnostic] = []
    for index in unused {
      let key = names.keys[index]
      var diagnostic = Diagnostic(
        .warning, Self.unused, "the key '\(key.key)' is not used in the sources",
        at: key.location,
        hint: "remove the text, or allow the key if it is composed at run time",
        subject: key.key)
      diagnostic.key = key.key
      if let location = mentions[index] {
        diagnostic.related.append(
          Diagnostic.Related("this literal may be used as the key", at: location))
      }
      result.append(diagnostic)
    }
    return result
  }

  /// Returns whether nearly all keys are unused, which indicates an unknown way of looking up
  /// texts. In a catalog with few keys, all of them can be unused.
  private func isNearlyAll(_ count: Int) -> Bool {
    names.reportedCount >= 20 && count * 10 >= names.reportedCount * 9
  }

  /// Returns the findings about names without a key.
  private func undefinedKeys() -> [Diagnostic] {
    var undefined = UndefinedKeys(names, files.map(\.findings))
    return files.flatMap { path, findings in
      findings.undefinedNames.compactMap { undefined.diagnostic(about: $0, in: path) }
    }
  }

  /// Returns the findings about keys that are composed at run time.
  ///
  /// - Parameter used: Receives the keys that match any of these keys.
  private func runtimeKeys(_ used: inout Set<Int>) -> [Diagnostic] {
    guard files.contains(where: { !$0.findings.runtimeKeys.isEmpty }) else { return [] }
    let keys = SortedNames(
      names.byKey.filter { names.keys[$0.value].base == nil }.map { ($0.key, [$0.value]) })
    let resources = SortedNames(
      names.androidTexts.merging(names.androidArrays) { $0 + $1 }.map { name, keys in
        (name, keys.filter { !names.keys[$0].isMissing(in: .androidResources) })
      })
    var known: [[Bool: KeyPattern]: Set<Int>] = [:]
    var result: [Diagnostic] = []
    for (path, findings) in files {
      for runtime in findings.runtimeKeys {
        let pattern = KeyPattern(parts: runtime.constants)
        var matches: Set<Int> = []
        if pattern.hasConstantPart {
          // Equal patterns are searched for only once.
          let query = [runtime.isResource: pattern]
          matches =
            known[query] ?? (runtime.isResource ? resources : keys).keys(matching: pattern)
          known[query] = matches
          used.formUnion(matches)
        }
        if isAllowed(pattern, matches) { continue }
        result.append(diagnostic(of: pattern, matches.count, path, runtime.position))
      }
    }
    return result
  }

  /// Returns whether a key that is composed at run time is allowed, either by the same pattern or
  /// because all keys that it matches are allowed.
  private func isAllowed(_ pattern: KeyPattern, _ matches: Set<Int>) -> Bool {
    if allowed.isEmpty { return false }
    let text = ExactKey(pattern.spelling)
    if allowed.contains(where: { ExactKey($0.spelling) == text }) { return true }
    return !matches.isEmpty
      && matches.allSatisfy { index in
        allowed.contains { $0.matches(names.keys[index].key) }
      }
  }

  /// Returns the finding about a key that is composed at run time.
  ///
  /// - Parameters:
  ///   - pattern: The pattern of the key.
  ///   - count: The number of keys that match it.
  ///   - path: The path of the source file.
  ///   - position: The position in the file.
  private func diagnostic(
    of pattern: KeyPattern, _ count: Int, _ path: String, _ position: SourcePosition
  ) -> Diagnostic {
    let location = SourceLocation(file: path, start: position)
    guard pattern.hasConstantPart else {
      return Diagnostic(
        .note, Self.runtime, "the key is composed at run time, so the keys used here are unknown",
        at: location,
        hint: "allow the possible keys with --allow; otherwise they are reported as unused")
    }
    let text = pattern.spelling
    let keys = count == 1 ? "1 key matches and is treated" : "\(count) keys match and are treated"
    return Diagnostic(
      .note, Self.runtime,
      count == 0
        ? "the key '\(text)' is composed at run time, but no key matches it"
        : "the key '\(text)' is composed at run time; \(keys) as used",
      at: location,
      hint: count == 0 ? "correct the constant part of the key" : "allow it with --allow '\(text)'",
      subject: text)
  }
}

/// The resources that Android's own libraries and build plugins add to an app.
enum AndroidLibraries {
  /// Returns whether a resource is added by a library.
  ///
  /// - Parameter name: The name as code refers to it, with underscores.
  static func contains(_ name: [UInt8]) -> Bool {
    names.contains(name) || prefixes.contains { name.starts(with: $0) }
  }

  /// The resource prefixes of AppCompat, Material Components, Play services, Facebook's SDK and the
  /// AndroidX libraries.
  private static let prefixes = [
    "abc_", "androidx_", "appbar_", "bottomsheet_", "cast_", "com_facebook_",
    "common_google_play_services_", "exo_", "fcm_", "m3_", "material_", "mtrl_", "preference_",
    "search_menu_",
  ].map { Array($0.utf8) }

  /// The resources that the google-services and Crashlytics plugins generate.
  ///
  /// See developers.google.com/android/guides/google-services-plugin.
  private static let names: Set<[UInt8]> = Set(
    [
      "default_web_client_id", "firebase_database_url", "ga_trackingId", "gcm_defaultSenderId",
      "google_api_key", "google_app_id", "google_crash_reporting_api_key", "google_storage_bucket",
      "project_id",
    ].map { Array($0.utf8) })
}
