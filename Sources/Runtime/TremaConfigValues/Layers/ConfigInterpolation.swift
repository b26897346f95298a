import TremaSupport

/// Replaces references (`${a.b}`) in the strings of a merged configuration with the values they
/// refer to.
///
/// A string that is a single reference becomes the referenced value of any kind. In a longer
/// string, strings, numbers, Booleans and dates are inserted as text. `$${` produces `${`.
/// `$(NAME)` is an Xcode reference and is left unchanged.
package struct ConfigInterpolation {
  /// The maximum number of values that all references together may add. Copies of a value share
  /// memory, but each check has to process all of them.
  static let valueLimit = 50_000
  /// The maximum number of bytes that all references together may add to strings.
  static let byteLimit = 16 << 20
  /// The maximum nesting of references and containers.
  static let depthLimit = 600

  /// The configuration before its references are resolved.
  private let root: ConfigValue
  /// The problems found so far.
  private var problems: [Diagnostic] = []
  /// The results of strings with references, and the size that each adds when it is used again. The
  /// value is `nil` if the string could not be resolved.
  private var resolvedStrings: [ConfigKeyPath: (value: ConfigValue?, size: Size)] = [:]
  /// The paths of the strings that are being resolved, outermost first.
  private var activePaths: [ConfigKeyPath] = []
  /// The index of each path in ``activePaths``, for fast cycle detection.
  private var activePathIndices: [ConfigKeyPath: Int] = [:]
  /// The size that references have added so far.
  private var size = Size()
  /// The current nesting of references and containers.
  private var depth = 0
  /// The references followed so far, in order.
  private var uses: [Use] = []
  /// Whether an exceeded limit has been reported. This is reported once.
  private var hasReportedLimit = false
  /// The paths that are suggested for unknown references, or `nil` until they are needed.
  private var names: [String]?
  /// The search for suggestions, which has a time limit.
  private var search: ClosestMatchSearch

  /// The size of resolved values.
  private struct Size {
    /// The number of values in containers.
    var valueCount = 0
    /// The number of bytes in strings.
    var bytes = 0
  }

  /// A reference that was followed.
  package struct Use: Hashable, Sendable {
    /// The path of the string that contains the reference, and the path it refers to.
    package let path, target: ConfigKeyPath
    /// The string's location.
    package let location: ConfigLocation
  }

  /// Resolves all references of a configuration.
  ///
  /// - Parameter value: The merged configuration.
  /// - Returns: The configuration without references, the references that were followed, and the
  ///   problems `unknown-reference`, `reference-cycle`, `invalid-reference` and `expansion-limit`.
  ///   A string with an unresolvable reference is left unchanged.
  package static func resolve(
    _ value: ConfigValue
  ) -> (value: ConfigValue, uses: [Use], problems: [Diagnostic]) {
    resolve(value, search: ClosestMatchSearch())
  }

  /// Resolves all references of a configuration with a shared search.
  ///
  /// - Parameter search: The search for suggestions.
  package static func resolve(
    _ value: ConfigValue, search: ClosestMatchSearch
  ) -> (value: ConfigValue, uses: [Use], problems: [Diagnostic]) {
    var interpolation = ConfigInterpolation(root: value, search: search)
    let result = interpolation.resolve(value, at: ConfigKeyPath()) ?? value
    return (result, interpolation.uses, interpolation.problems)
  }

  /// Creates an interpolation that has not resolved anything.
  private init(root: ConfigValue, search: ClosestMatchSearch) {
    self.root = root
    self.search = search
  }

  /// Returns whether a string is a single reference and nothing else.
  package static func isReference(_ text: String) -> Bool {
    guard text.utf8.starts(with: "${".utf8) else { return false }
    return ConfigReferences(text).parts?.count == 1
  }

  /// Resolves a value and everything in it.
  ///
  /// - Returns: `nil` for a string that cannot be resolved. Containers keep such a string
  ///   unchanged.
  private mutating func resolve(_ value: ConfigValue, at path: ConfigKeyPath) -> ConfigValue? {
    switch value.content {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")) else {
        // The size of a string without references counts only if a reference leads to it.
        return activePaths.isEmpty || grow(by: Size(bytes: text.utf8.count), path, value.location)
          ? value : nil
      }
      return string(text, value.location, at: path)
    case .dictionary(let dictionary):
      guard enter(value, path, count: dictionary.entries.count) else { return nil }
      defer { depth -= 1 }
      let resolved = dictionary.mapValues { entry in
        // A part that can't be resolved is left unchanged, and we still resolve the rest of the
        // container.
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

  /// Resolves a string at a path. The result is stored, so a string with more than one reference to
  /// it is resolved only once.
  private mutating func string(
    _ text: String, _ location: ConfigLocation, at path: ConfigKeyPath
  ) -> ConfigValue? {
    if let (result, size) = resolvedStrings[path] {
      return grow(by: size, path, location) ? result : nil
    }
    // The string is already being resolved, so it refers to itself.
    if let first = activePathIndices[path] {
      reportCycle(Array(activePaths[first...]) + [path], location)
      return nil
    }
    guard let parts = ConfigReferences(text).parts else {
      report(
        "invalid-reference", "'\(path)' contains '${' without a key or a closing '}'", path,
        location,
        "use a reference such as ${api.host}, or $${ for a literal ${")
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
      result,
      Size(valueCount: size.valueCount - before.valueCount, bytes: size.bytes - before.bytes)
    )
    return result
  }

  /// Joins the parts of a string. A single reference returns the referenced value with the location
  /// of the string.
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
          guard grow(by: Size(valueCount: 1), path, location) else { return nil }
          value.location = location
          return value
        }
        guard let words = spelling(value) else {
          report(
            "invalid-reference",
            "'${\(name)}' is \(value.kind.title), which cannot be part of a string", path,
            location, "use a reference to a string, a number, a Boolean or a date")
          return nil
        }
        text += words
      }
      // The limit is checked for each part, before the string grows further.
      guard grow(by: Size(bytes: text.utf8.count), path, location) else { return nil }
    }
    return ConfigValue(.string(text), at: location)
  }

  /// Returns the value that a reference refers to, and its path. A key at the root with exactly
  /// this name, which may contain dots, takes precedence over a path.
  private func find(
    _ name: String, _ path: ConfigKeyPath?
  ) -> (ConfigKeyPath, ConfigValue)? {
    if let value = root.dictionary?[name] { return (ConfigKeyPath(keys: [name]), value) }
    return path.flatMap { path in root[path].map { (path, $0) } }
  }

  /// Returns a scalar as a string, or `nil` for a value that cannot be part of a string.
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
  /// Enters a string or a container and counts its direct values.
  ///
  /// - Parameter count: The number of values directly in the string or container.
  /// - Returns: `false` if a limit is exceeded.
  private mutating func enter(
    _ value: ConfigValue, _ path: ConfigKeyPath, count: Int
  ) -> Bool {
    guard depth < Self.depthLimit || activePaths.isEmpty else {
      reportExceededLimit(
        "references are nested deeper than \(Self.depthLimit) levels", path, value.location)
      return false
    }
    // Only values reached through a reference are added to the configuration.
    guard activePaths.isEmpty || grow(by: Size(valueCount: count), path, value.location) else {
      return false
    }
    depth += 1
    return true
  }

  /// Counts a size that references add, and returns `false` if the total exceeds a limit.
  private mutating func grow(
    by amount: Size, _ path: ConfigKeyPath, _ location: ConfigLocation
  ) -> Bool {
    size.valueCount += amount.valueCount
    size.bytes += amount.bytes
    if size.valueCount <= Self.valueLimit, size.bytes <= Self.byteLimit { return true }
    let limit =
      size.valueCount > Self.valueLimit
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
    report("expansion-limit", message, path, location, "replace the references with their values")
  }

  /// Reports a reference that leads back to its own string.
  ///
  /// - Parameter paths: The paths in the cycle. The first one is also the last one.
  private mutating func reportCycle(_ paths: [ConfigKeyPath], _ location: ConfigLocation) {
    let names = paths.map(\.description)
    report(
      "reference-cycle",
      "'\(names[0])' refers to itself: \(names.joined(separator: " -> "))", paths[0], location,
      "replace one of the references with its value")
  }

  /// Reports a reference to a value that does not exist, with the closest path as the hint.
  private mutating func reportUnknown(
    _ name: String, _ path: ConfigKeyPath, _ location: ConfigLocation
  ) {
    let known = names ?? candidateNames()
    names = known
    report(
      "unknown-reference",
      "'\(path)' refers to '\(TerminalText.escaped(name))', which is not defined in any layer",
      path, location,
      search.closestMatch(to: name, among: known).map { "did you mean '${\($0)}'?" }
        ?? "define it in the base, or use $${ for a literal ${")
  }

  /// Returns the paths of at most 2000 values, except values in arrays.
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
