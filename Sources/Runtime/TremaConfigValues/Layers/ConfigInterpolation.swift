import TremaSupport

/// Replaces references, `${a.b}`, in the strings of a merged configuration by the values that they
/// name.
///
/// A string that is a single reference becomes the value itself, of any kind. Inside a longer text,
/// strings, numbers, Booleans and dates are inserted as text. `$${` produces `${`. `$(NAME)` is a
/// reference of Xcode and is left unchanged.
package struct ConfigInterpolation {
  /// The maximum number of values that all references together may add. Copies of a value share its
  /// memory, but each check examines them all.
  static let valueLimit = 50_000
  /// The maximum number of bytes that all references together may add to strings.
  static let byteLimit = 16 << 20
  /// The maximum nesting of references and containers.
  static let depthLimit = 600

  /// The configuration before the resolution.
  private let root: ConfigValue
  /// The problems found so far.
  private var problems: [Diagnostic] = []
  /// The results of strings with references, and the sizes that each adds when it is used again.
  /// The value is `nil` if the string could not be resolved.
  private var resolvedStrings: [ConfigKeyPath: (value: ConfigValue?, size: Size)] = [:]
  /// The paths of the strings that are being resolved, the outermost first.
  private var activePaths: [ConfigKeyPath] = []
  /// The index of each path in ``activePaths``, which makes the detection of cycles fast.
  private var activePathIndices: [ConfigKeyPath: Int] = [:]
  /// The size that references have added so far.
  private var size = Size()
  /// The current nesting of references and containers.
  private var depth = 0
  /// The references that were followed, in order.
  private var uses: [Use] = []
  /// Whether a limit was exceeded, which is reported once.
  private var hasReportedLimit = false
  /// The paths that are suggested for unknown references; `nil` until the first one.
  private var names: [String]?
  /// The search for suggestions, which limits its total time.
  private var search: ClosestMatchSearch

  /// The size of resolved values.
  private struct Size {
    /// The number of values in containers.
    var values = 0
    /// The number of bytes in strings.
    var bytes = 0
  }

  /// A reference that was followed.
  package struct Use: Hashable, Sendable {
    /// The path of the string that contains the reference, and the path that it names.
    package let path, target: ConfigKeyPath
    /// The location of the string.
    package let location: ConfigLocation
  }

  /// Resolves all references of a configuration.
  ///
  /// - Parameter value: the merged configuration.
  /// - Returns: the configuration without references, the references that were followed, and the
  ///   problems `unknown-reference`, `reference-cycle`, `invalid-reference` and `expansion-limit`.
  ///   A string with a reference that cannot be resolved is left unchanged.
  package static func resolve(
    _ value: ConfigValue
  ) -> (value: ConfigValue, uses: [Use], problems: [Diagnostic]) {
    resolve(value, search: ClosestMatchSearch())
  }

  /// Resolves all references of a configuration, with a shared search.
  ///
  /// - Parameters:
  ///   - value: the merged configuration.
  ///   - search: the search for suggestions.
  package static func resolve(
    _ value: ConfigValue, search: ClosestMatchSearch
  ) -> (value: ConfigValue, uses: [Use], problems: [Diagnostic]) {
    var interpolation = ConfigInterpolation(root: value, search: search)
    let result = interpolation.resolve(value, at: ConfigKeyPath()) ?? value
    return (result, interpolation.uses, interpolation.problems)
  }

  /// Creates an interpolation in which nothing has been resolved.
  private init(root: ConfigValue, search: ClosestMatchSearch) {
    self.root = root
    self.search = search
  }

  /// Whether a text is a single reference and nothing else.
  package static func isReference(_ text: String) -> Bool {
    guard text.utf8.starts(with: "${".utf8) else { return false }
    return ConfigReferences(text).parts?.count == 1
  }

  /// Resolves a value and everything in it.
  ///
  /// - Returns: `nil` for a string that cannot be resolved. Containers keep such a part unchanged.
  private mutating func resolve(_ value: ConfigValue, at path: ConfigKeyPath) -> ConfigValue? {
    switch value.content {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")) else {
        // A string without references counts only if a reference leads to it.
        return activePaths.isEmpty || grow(by: Size(bytes: text.utf8.count), path, value.location)
          ? value : nil
      }
      return string(text, value.location, at: path)
    case .dictionary(let dictionary):
      guard enter(value, path, count: dictionary.entries.count) else { return nil }
      defer { depth -= 1 }
      let resolved = dictionary.mapValues { entry in
        // A part that cannot be resolved stays as it is, and the rest of the container is resolved.
        resolve(entry.value, at: path.appending(entry.key)) ?? entry.value
      }
      return ConfigValue(.dictionary(resolved), at: value.location)
    case .array(let values):
      guard enter(value, path, count: values.count) else { return nil }
      defer { depth -= 1 }
      let resolved = values.enumerated().map { index, element in
        resolve(element, at: path.appending(index)) ?? element
      }
      return ConfigValue(.array(resolved), at: value.location)
    default: return value
    }
  }

  /// Resolves a string at a path. The result is stored, so that a string that many references name
  /// is resolved once.
  private mutating func string(
    _ text: String, _ location: ConfigLocation, at path: ConfigKeyPath
  ) -> ConfigValue? {
    if let (result, size) = resolvedStrings[path] {
      return grow(by: size, path, location) ? result : nil
    }
    // The string is being resolved already, so it refers to itself.
    if let first = activePathIndices[path] {
      reportCycle(Array(activePaths[first...]) + [path], location)
      return nil
    }
    guard let parts = ConfigReferences(text).parts else {
      report(
        "invalid-reference", "'\(path)' has a '${' that is not closed or has no key", path,
        location,
        "write ${api.host}, or $${ for a literal ${")
      resolvedStrings[path] = (nil, Size())
      return nil
    }
    guard enter(ConfigValue(.string(text), at: location), path, count: 0) else { return nil }
    let before = size
    activePathIndices[path] = activePaths.count
    activePaths.append(path)
    let result = joined(parts, location, at: path)
    activePaths.removeLast()
    activePathIndices[path] = nil
    depth -= 1
    resolvedStrings[path] = (
      result, Size(values: size.values - before.values, bytes: size.bytes - before.bytes)
    )
    return result
  }

  /// Joins the parts of a string. A single reference returns the value that it names, with the
  /// location of the string.
  private mutating func joined(
    _ parts: [ConfigReferences.Part], _ location: ConfigLocation, at path: ConfigKeyPath
  ) -> ConfigValue? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .reference(let name, let target):
        guard let (target, found) = find(name, target) else {
          reportUnknown(name, path, location)
          return nil
        }
        uses.append(Use(path: path, target: target, location: location))
        guard var value = resolve(found, at: target) else { return nil }
        if parts.count == 1 {
          guard grow(by: Size(values: 1), path, location) else { return nil }
          value.location = location
          return value
        }
        guard let words = spelling(value) else {
          report(
            "invalid-reference",
            "'${\(name)}' is \(value.kind.title), which cannot be part of a string", path,
            location, "refer to a string, a number, a Boolean or a date")
          return nil
        }
        text += words
      }
      // The limit is checked for each part, before the text grows further.
      guard grow(by: Size(bytes: text.utf8.count), path, location) else { return nil }
    }
    return ConfigValue(.string(text), at: location)
  }

  /// Returns the value that a reference names, and its path. A key at the root with exactly this
  /// name, which may contain dots, takes precedence over a path.
  private func find(
    _ name: String, _ path: ConfigKeyPath?
  ) -> (ConfigKeyPath, ConfigValue)? {
    if let value = root.dictionary?[name] { return (ConfigKeyPath(keys: [name]), value) }
    return path.flatMap { path in root[path].map { (path, $0) } }
  }

  /// Returns the text of a scalar, or `nil` for a value that cannot be part of a text.
  private func spelling(_ value: ConfigValue) -> String? {
    switch value.content {
    case .string(let text): text
    case .integer(let number): number.description
    case .real(let number): number.description
    case .boolean(let boolean): boolean ? "true" : "false"
    case .date(let date): date.description
    case .dictionary, .array, .data, .null: nil
    }
  }
}

extension ConfigInterpolation {
  /// Enters a string or a container, and counts its direct values.
  ///
  /// - Parameters:
  ///   - value: the value that is entered.
  ///   - path: the path of the value.
  ///   - count: the number of values that are directly in it.
  /// - Returns: `false` if a limit is exceeded.
  private mutating func enter(
    _ value: ConfigValue, _ path: ConfigKeyPath, count: Int
  ) -> Bool {
    guard depth < Self.depthLimit || activePaths.isEmpty else {
      reportExceededLimit("more than \(Self.depthLimit) nested references", path, value.location)
      return false
    }
    // Only values that are reached by a reference are added to the configuration.
    guard activePaths.isEmpty || grow(by: Size(values: count), path, value.location) else {
      return false
    }
    depth += 1
    return true
  }

  /// Counts a size that references add, and returns `false` if the total exceeds a limit.
  private mutating func grow(
    by amount: Size, _ path: ConfigKeyPath, _ location: ConfigLocation
  ) -> Bool {
    size.values += amount.values
    size.bytes += amount.bytes
    if size.values <= Self.valueLimit, size.bytes <= Self.byteLimit { return true }
    let limit =
      size.values > Self.valueLimit
      ? "\(Self.valueLimit) values" : "\(Self.byteLimit) bytes"
    reportExceededLimit("references expand to more than \(limit)", path, location)
    return false
  }

  /// Reports that a limit was exceeded. Only the first report is kept, because later ones have the
  /// same cause.
  private mutating func reportExceededLimit(
    _ message: String, _ path: ConfigKeyPath, _ location: ConfigLocation
  ) {
    if hasReportedLimit { return }
    hasReportedLimit = true
    report("expansion-limit", message, path, location, "write the values out")
  }

  /// Reports a reference that leads back to its own string.
  ///
  /// - Parameter paths: the strings of the cycle; the first one is also the last.
  private mutating func reportCycle(_ paths: [ConfigKeyPath], _ location: ConfigLocation) {
    let names = paths.map(\.description)
    report(
      "reference-cycle",
      "'\(names[0])' refers to itself: \(names.joined(separator: " -> "))", paths[0], location,
      "write one of them out")
  }

  /// Reports a reference to a value that does not exist, with the closest path as the hint.
  private mutating func reportUnknown(
    _ name: String, _ path: ConfigKeyPath, _ location: ConfigLocation
  ) {
    let known = names ?? candidateNames()
    names = known
    report(
      "unknown-reference",
      "'\(path)' refers to '\(TerminalText.escaped(name))', which no layer has",
      path, location,
      search.closestMatch(to: name, among: known).map { "did you mean '${\($0)}'?" }
        ?? "set it in the base, or write $${ for a literal ${")
  }

  /// Returns the paths of at most 2000 values, without those inside of arrays.
  private func candidateNames() -> [String] {
    var names: [String] = []
    func collect(_ value: ConfigValue, _ path: ConfigKeyPath) {
      for entry in value.dictionary?.entries ?? [] where names.count < 2000 {
        names.append(path.appending(entry.key).description)
        collect(entry.value, path.appending(entry.key))
      }
    }
    collect(root, ConfigKeyPath())
    return names
  }

  /// Adds an error to the problems.
  private mutating func report(
    _ code: String, _ message: String, _ path: ConfigKeyPath, _ location: ConfigLocation,
    _ hint: String
  ) {
    var diagnostic = Diagnostic(
      .error, code, message, at: location.diagnosticLocation, hint: hint, subject: path.description)
    diagnostic.setKeyPath(path)
    if !location.bytes.isEmpty { diagnostic.bytes = location.bytes }
    problems.append(diagnostic)
  }
}
