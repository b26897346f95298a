import TremaMessages
import TremaSupport

/// The parsed options and arguments of a command.
struct Invocation: Sendable {
  /// The name of the command.
  let command: String
  /// The arguments that are not options.
  private(set) var arguments: [String] = []
  /// The values of each option, in order. An option without a value has an empty string for each
  /// occurrence.
  private var values: [String: [String]] = [:]
  /// Whether the same call also runs the command for other projects.
  private(set) var isOneOfSeveral = false

  /// Parses arguments in GNU style.
  ///
  /// The forms are `--name=value`, `--name value`, `-n value` and `-nvalue`; `--` precedes
  /// arguments that look like options. Options cannot be abbreviated.
  ///
  /// - Throws: A `.usageError` diagnostic, whose hint names the closest option.
  init(_ words: ArraySlice<String>, of command: Command) throws(Diagnostic) {
    self.command = command.name
    let options = words.isEmpty ? [] : command.options
    var rest = words
    // Options and arguments may be mixed. If there are no words, the command's options aren't
    // evaluated.
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        arguments.append(word)
        continue
      }
      var attachedValue: String?
      let option: Option?
      let name: String
      // An unknown option is reported by name, without its value.
      if word.hasPrefix("--") {
        let parts = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = "--\(String(parts.first ?? ""))"
        option = options.first { $0.name == parts.first ?? "" }
        attachedValue = parts.count == 2 ? String(parts[1]) : nil
      } else {
        name = String(word.prefix(2))
        option = options.first { $0.short == word.dropFirst().first }
        attachedValue = word.count > 2 ? String(word.dropFirst(2)) : nil
      }
      guard let option else { throw Self.unknownOption(name, of: command) }
      try take(option, name, &attachedValue, &rest)
    }
  }

  /// Adds an option and its value.
  ///
  /// - Parameters:
  ///   - option: The option to add.
  ///   - name: The option as written, for messages.
  ///   - attachedValue: The value in the same argument, or `nil` if there is none.
  ///   - rest: The following arguments. If there is no attached value, the value is taken from
  ///     them.
  private mutating func take(
    _ option: Option, _ name: String, _ attachedValue: inout String?,
    _ rest: inout ArraySlice<String>
  ) throws(Diagnostic) {
    let kind = option.value
    if case .none = kind {
      guard attachedValue == nil else { throw Self.usageError("\(name) does not take a value") }
      values[option.name, default: []].append("")
      return
    }
    func missingValue() -> Diagnostic {
      Self.usageError("\(name) requires a value: \(kind.placeholder ?? "")")
    }
    if attachedValue == nil { attachedValue = rest.popFirst() }
    guard let value = attachedValue, !value.isEmpty else { throw missingValue() }
    // A value such as `changed-since REV` consists of two arguments.
    if let qualified = option.qualified, let value = try qualify(value, qualified, name, &rest) {
      values[option.name, default: []].append(value)
      return
    }
    switch kind {
    case .choice(let choices) where !choices.contains(value):
      throw Self.usageError(
        "\(name) must be one of \(choices.joined(separator: ", ")), not '\(value)'",
        hint: Self.suggestion(for: value, among: choices))
    case .list(let choices):
      let items = Self.items(value)
      if items.isEmpty { throw missingValue() }
      for item in items where !choices.contains(item) {
        throw Self.usageError(
          "\(name) accepts \(choices.joined(separator: ", ")), not '\(item)'",
          hint: Self.suggestion(for: item, among: choices))
      }
    default: break
    }
    values[option.name, default: []].append(value)
  }

  /// Returns the value together with the word that belongs to it, or `nil` if the value requires no
  /// further word.
  ///
  /// - Parameters:
  ///   - value: The value of the option.
  ///   - qualified: The value that requires another word.
  ///   - name: The option as written, for messages.
  ///   - rest: The following arguments.
  private func qualify(
    _ value: String, _ qualified: String, _ name: String, _ rest: inout ArraySlice<String>
  ) throws(Diagnostic) -> String? {
    if value.hasPrefix("\(qualified)="), value.utf8.count > qualified.utf8.count + 1 {
      return value
    }
    guard value == qualified || value == "\(qualified)=" else { return nil }
    guard value == qualified, let word = rest.popFirst(), !word.isEmpty, !word.hasPrefix("--")
    else { throw Self.usageError("\(name) \(qualified) requires an argument") }
    return "\(qualified)=\(word)"
  }

  /// Returns a hint that suggests the closest word, or `nil` if no word is close enough.
  static func suggestion(for word: String, among words: [String]) -> String? {
    closestMatch(to: word, among: words).map { "did you mean '\($0)'?" }
  }

  /// Returns a diagnostic about wrong usage.
  static func usageError(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(.error, "usage", message, hint: hint, kind: .usage)
  }

  /// Returns the diagnostic for an unknown option.
  private static func unknownOption(_ name: String, of command: Command) -> Diagnostic {
    let bareName = name.drop { $0 == "-" }
    let hint = closestMatch(to: String(bareName), among: command.options.map(\.name)).map {
      "did you mean --\($0)?"
    }
    return usageError(
      "unknown option '\(name)' of '\(command.name)'",
      hint: hint ?? "list its options with: trema help \(command.name)")
  }

  /// Throws a `.usageError` diagnostic if there are more arguments than allowed.
  func requireAtMost(_ count: Int, hint: String? = nil) throws(Diagnostic) {
    guard arguments.count > count else { return }
    throw Self.usageError("'\(arguments[count])' is an unexpected argument", hint: hint)
  }

  /// The options and their values, sorted by name.
  var settings: [String] {
    values.sorted { $0.key < $1.key }.flatMap { name, values in values.map { "--\(name)=\($0)" } }
  }

  /// Returns the invocation for a project file that is specified as an argument.
  ///
  /// - Parameters:
  ///   - project: The path of the project file.
  ///   - isOneOfSeveral: Whether the same call also runs the command for other projects. If so, the
  ///     options that concern all projects together are removed.
  func specifying(project: String, isOneOfSeveral: Bool) -> Invocation {
    var invocation = self
    invocation.arguments = []
    invocation.values["project"] = [project]
    invocation.values["jobs"] = nil
    if isOneOfSeveral { invocation.values["stamp"] = nil }
    invocation.isOneOfSeveral = isOneOfSeveral
    return invocation
  }

  /// Returns whether an option occurs.
  func isSet(_ name: String) -> Bool { values[name] != nil }

  /// Returns the last value of an option, or `nil` if it does not occur.
  func value(_ name: String) -> String? { values[name]?.last }

  /// The path specified by `--output`, or `nil` for standard output.
  var outputFile: String? { value("output").flatMap { $0 == "-" ? nil : $0 } }

  /// Returns all values of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the items of comma-separated lists, or `nil` if the option does not occur.
  func list(_ name: String) -> [String]? {
    values[name].map { $0.flatMap(Self.items) }
  }

  /// Splits a comma-separated list. Spaces around items are removed, and empty items are ignored.
  private static func items(_ value: String) -> [String] {
    value.split(separator: ",").map { item in
      var item = item
      while item.first == " " { item.removeFirst() }
      while item.last == " " { item.removeLast() }
      return String(item)
    }
  }

  /// Returns an option's value as an enumeration case.
  func choice<Value: RawRepresentable<String>>(_ name: String) -> Value? {
    value(name).flatMap(Value.init)
  }

  /// Returns the value of an option as a language tag.
  ///
  /// - Throws: A `.usageError` diagnostic if it is invalid.
  func language(_ name: String) throws(Diagnostic) -> LanguageTag? {
    guard let value = value(name) else { return nil }
    return try Self.language(value, name)
  }

  /// Returns the items of an option as language tags without duplicates, or `nil` if the option
  /// does not occur.
  ///
  /// - Throws: A `.usageError` diagnostic if a tag is invalid or there are no tags.
  func languages(_ name: String) throws(Diagnostic) -> [LanguageTag]? {
    guard let items = list(name) else { return nil }
    if items.isEmpty { throw Self.usageError("--\(name) requires at least one language") }
    var languages: [LanguageTag] = []
    for item in items {
      let tag = try Self.language(item, name)
      if !languages.contains(tag) { languages.append(tag) }
    }
    return languages
  }

  /// Parses a language tag.
  private static func language(_ text: String, _ name: String) throws(Diagnostic) -> LanguageTag {
    guard let tag = LanguageTag(text) else {
      throw usageError(
        "--\(name): '\(text)' is not a language tag",
        hint: "use a tag such as 'de', 'pt-BR' or 'zh-Hans'")
    }
    return tag
  }

  /// Returns the value of an option as a positive integer, or `nil` if the option does not occur.
  ///
  /// - Throws: A `.usageError` diagnostic if the value is not a positive integer.
  func number(_ name: String) throws(Diagnostic) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = Int(value), number > 0 else {
      throw Self.usageError("--\(name) must be a positive integer, not '\(value)'")
    }
    return number
  }
}
