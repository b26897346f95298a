import TremaSupport

/// Values that are set outside the files of a configuration, either with environment variables or
/// with `--set` on the command line.
package struct ConfigOverrides: Sendable {
  /// The prefix of the variables that set a key.
  package static let prefix = "CONFIG__"

  /// The environment variables, by name. Variables without the prefix are ignored.
  package var variables: [String: String]
  /// The settings in command-line order. A path has the syntax of ``ConfigKeyPath``, and a value is
  /// not typed yet. If multiple settings use the same key, the last one is used.
  package var settings: [(path: String, value: String)]

  /// Creates overrides.
  package init(
    variables: [String: String] = [:], settings: [(path: String, value: String)] = []
  ) {
    self.variables = variables
    self.settings = settings
  }

  /// Overrides that set nothing.
  package static let none = ConfigOverrides()

  /// Adds the argument of a `--set` option, such as `api.timeout=30`. The first `=` outside quotes
  /// separates the path from the value.
  ///
  /// - Throws: A `.usageError` ``Diagnostic`` if there is no `=`.
  package mutating func set(_ text: String) throws(Diagnostic) {
    var isQuoted = false
    var isEscaped = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "="), !isQuoted {
        settings.append(
          (String(text[..<index]), String(text[text.utf8.index(after: index)...])))
        return
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
    }
    throw Self.usageError(
      "'--set \(text)' has no value", "add the value, such as --set api.timeout=30")
  }

  /// Returns the layers of variables and options. A layer without values is omitted.
  ///
  /// - Parameters:
  ///   - values: The lower layers, whose keys are matched with the names of variables.
  ///   - contract: The root's contract, which determines the kinds of values.
  ///   - interpolates: Whether `${a.b}` refers to another value, whose kind is not known yet.
  /// - Returns: The layers, and the problems `unknown-variable`, `ambiguous-variable` and
  ///   `invalid-value`.
  /// - Throws: A ``Diagnostic`` of kind `.usageError` for a malformed path.
  package func layers(
    over values: [ConfigValue], contract: ConfigContract?, interpolates: Bool = false
  ) throws(Diagnostic) -> (layers: [ConfigLayer], problems: [Diagnostic]) {
    var layers: [ConfigLayer] = []
    var problems: [Diagnostic] = []
    let found: [(ConfigLayer.Role, String, [ConfigPaths.Entry])] = [
      (.variables, "variables", variableEntries(values, contract, &problems)),
      (.options, "--set", try settingEntries()),
    ]
    /// Converts the strings in a tree to the kinds of the schema.
    func typed(_ tree: ConfigDictionary) -> (value: ConfigValue, problems: [Diagnostic]) {
      ConfigTyping.typed(
        ConfigValue(.dictionary(tree)), from: .text, contract: contract,
        interpolates: interpolates)
    }
    for (role, name, entries) in found {
      // Each entry is converted separately, so an invalid value has no effect and doesn't even
      // create its dictionary.
      let proper = entries.filter { entry in
        var none: [Diagnostic] = []
        let invalid = typed(ConfigPaths.tree([entry], problems: &none)).problems
        problems += invalid
        return invalid.isEmpty
      }
      if proper.isEmpty { continue }
      let tree = ConfigPaths.tree(proper, problems: &problems)
      layers.append(ConfigLayer(role, name: name, typed(tree).value))
    }
    return (layers, problems)
  }

  /// Returns the entries of variables, each with the key that its name matches.
  private func variableEntries(
    _ values: [ConfigValue], _ contract: ConfigContract?, _ problems: inout [Diagnostic]
  ) -> [ConfigPaths.Entry] {
    let set = variables.filter { $0.key.utf8.starts(with: Self.prefix.utf8) }
    if set.isEmpty { return [] }
    let names = ConfigNames(contract: contract, values: values)
    var entries: [ConfigPaths.Entry] = []
    // Sorting makes the order of the problems deterministic.
    for (variable, text) in set.sorted(by: { ConfigDictionary.precedes($0.key, $1.key) }) {
      let name = String(decoding: variable.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
      let paths = names.paths(of: name)
      let location = ConfigLocation(.variable, variable)
      if paths.count == 1 {
        entries.append(
          ConfigPaths.Entry(paths[0], at: location, ConfigValue(.string(text), at: location)))
      } else if paths.isEmpty {
        problems.append(unknownVariable(variable, names.closestName(to: name)))
      } else {
        problems.append(
          ConfigNames.ambiguousName("the variable \(variable)", paths, at: location))
      }
    }
    return entries
  }

  /// Returns the entries of the `--set` options, one per path.
  private func settingEntries() throws(Diagnostic) -> [ConfigPaths.Entry] {
    var entries: [ConfigPaths.Entry] = []
    for setting in settings {
      guard let keys = ConfigKeyPath(setting.path)?.keys, keys.count <= ConfigPaths.depthLimit
      else {
        throw Self.usageError(
          "'\(setting.path)' in --set is not a key path",
          "use a path such as api.timeout; put a key that contains a dot in quotation marks")
      }
      let location = ConfigLocation(.option, setting.path)
      // A later setting replaces earlier settings with the same path, or with a path that contains
      // it or is contained in it.
      entries.removeAll { earlier in
        zip(earlier.keys, keys).allSatisfy { $0.equalsExactly($1) }
      }
      entries.append(
        ConfigPaths.Entry(keys, at: location, ConfigValue(.string(setting.value), at: location)))
    }
    return entries
  }

  /// Returns the error for a variable whose name matches no key.
  ///
  /// - Parameter suggestion: The closest known name, or `nil` if there is none.
  private func unknownVariable(_ variable: String, _ suggestion: String?) -> Diagnostic {
    Diagnostic(
      .error, "unknown-variable", "the variable \(variable) does not match any key",
      hint: suggestion.map { "did you mean '\(Self.prefix)\($0)'?" }
        ?? "use CONFIG__ and the key path in upper case, with levels joined by __",
      subject: variable)
  }

  /// Returns a usage error.
  private static func usageError(_ message: String, _ hint: String) -> Diagnostic {
    Diagnostic(.error, "usage", message, hint: hint, kind: .usage)
  }
}
