import TremaSupport

/// Values that are set from outside the files of a configuration: by variables of the process, and by
/// `--set` on the command line.
package struct ConfigOverrides: Sendable {
  /// The prefix of variables that set a key.
  package static let prefix = "CONFIG__"

  /// The variables by name; those without the prefix are ignored.
  package var variables: [String: String]
  /// In the order of the command line: a path as ``ConfigKeyPath`` reads it, and the text of its
  /// value. Of two that set the same key the later one counts.
  package var settings: [(path: String, value: String)]

  package init(
    variables: [String: String] = [:], settings: [(path: String, value: String)] = []
  ) {
    self.variables = variables
    self.settings = settings
  }

  package static let none = ConfigOverrides()

  /// Adds what is after `--set`: `api.timeout=30`. A path in quotation marks may hold a `=`.
  ///
  /// - Throws: kind `.usage`, when there is no `=`.
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
    throw Self.usage("'--set \(text)' sets nothing", "write it as --set api.timeout=30")
  }

  /// The layers of variables and options, where something is set in them.
  ///
  /// - Parameters:
  ///   - values: the layers below, whose keys the names of variables are matched with.
  ///   - interpolates: whether `${a.b}` means another value, whose kind is not known yet.
  /// - Returns: also `unknown-variable`, `ambiguous-variable` and `invalid-value`.
  /// - Throws: kind `.usage`, when a path is none.
  package func layers(
    over values: [ConfigValue], contract: ConfigContract?, interpolates: Bool = false
  ) throws(Diagnostic) -> (layers: [ConfigLayer], problems: [Diagnostic]) {
    var layers: [ConfigLayer] = []
    var problems: [Diagnostic] = []
    let found: [(ConfigLayer.Role, String, [ConfigPaths.Entry])] = [
      (.variables, "variables", variableEntries(values, contract, &problems)),
      (.options, "--set", try settingEntries()),
    ]
    func typed(_ tree: ConfigDictionary) -> (value: ConfigValue, problems: [Diagnostic]) {
      ConfigTyping.typed(
        ConfigValue(.dictionary(tree)), from: .text, contract: contract,
        interpolates: interpolates)
    }
    for (role, name, entries) in found {
      // Of what sets no proper value nothing is left, not even the dictionary that it would be in.
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

  private func variableEntries(
    _ values: [ConfigValue], _ contract: ConfigContract?, _ problems: inout [Diagnostic]
  ) -> [ConfigPaths.Entry] {
    let set = variables.filter { $0.key.utf8.starts(with: Self.prefix.utf8) }
    if set.isEmpty { return [] }
    let names = ConfigNames(contract: contract, values: values)
    var entries: [ConfigPaths.Entry] = []
    for (variable, text) in set.sorted(by: { ConfigDictionary.precedes($0.key, $1.key) }) {
      let name = String(decoding: variable.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
      let paths = names.paths(of: name)
      let place = ConfigPlace(.variable, variable)
      if paths.count == 1 {
        entries.append(
          ConfigPaths.Entry(paths[0], at: place, ConfigValue(.string(text), at: place)))
      } else if paths.isEmpty {
        problems.append(unknown(variable, names.nearest(to: name)))
      } else {
        problems.append(ConfigNames.ambiguous("the variable \(variable)", paths, at: place))
      }
    }
    return entries
  }

  private func settingEntries() throws(Diagnostic) -> [ConfigPaths.Entry] {
    var entries: [ConfigPaths.Entry] = []
    for setting in settings {
      guard let keys = ConfigKeyPath(setting.path)?.keys, keys.count <= ConfigPaths.depthLimit
      else {
        throw Self.usage(
          "'\(setting.path)' in --set is no path of keys",
          "write it as --set api.timeout=30; a key with a dot needs quotation marks")
      }
      let place = ConfigPlace(.option, setting.path)
      entries.removeAll { earlier in
        zip(earlier.keys, keys).allSatisfy { $0.isExactly($1) }
      }
      entries.append(
        ConfigPaths.Entry(keys, at: place, ConfigValue(.string(setting.value), at: place)))
    }
    return entries
  }

  private func unknown(_ variable: String, _ meant: String?) -> Diagnostic {
    Diagnostic(
      .error, "unknown-variable", "the variable \(variable) names no key",
      hint: meant.map { "did you mean '\(Self.prefix)\($0)'?" }
        ?? "it is CONFIG__ and the key path in upper case, levels joined by __", subject: variable)
  }

  private static func usage(_ message: String, _ hint: String) -> Diagnostic {
    Diagnostic(.error, "usage", message, hint: hint, kind: .usage)
  }
}
