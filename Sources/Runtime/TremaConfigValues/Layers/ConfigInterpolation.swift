import TremaSupport

/// Puts other values in the place of `${a.b}` in strings, when all layers are merged.
///
/// A string that is one reference becomes the value itself, of any kind; in the middle of a text,
/// strings, numbers, Booleans and dates are spelled out. `$${` is `${` itself. `$(NAME)` is
/// Xcode's, and stays.
package struct ConfigInterpolation {
  /// How much all references together may add to a configuration: values, which share their memory
  /// and are met by every check as often as they are named, and bytes of strings.
  static let valueLimit = 50_000
  static let byteLimit = 16 << 20
  /// How many references and containers may lead into one another.
  static let depthLimit = 600

  private let root: ConfigValue
  private var problems: [Diagnostic] = []
  /// The strings with references that were resolved, and their sizes.
  private var known: [ConfigKeyPath: (value: ConfigValue?, size: Size)] = [:]
  /// The strings that are being read, the outermost first, and their places in that order.
  private var open: [ConfigKeyPath] = []
  private var openPlaces: [ConfigKeyPath: Int] = [:]
  private var size = Size()
  private var depth = 0
  private var uses: [Use] = []
  private var hasTooMuch = false
  /// The keys that a reference may have meant, when one leads nowhere.
  private var names: [String]?
  private var search: NearestSearch

  private struct Size {
    var values = 0
    var bytes = 0
  }

  /// A reference that was followed.
  package struct Use: Hashable, Sendable {
    /// The string that it is in, and what it names.
    package let path, target: ConfigKeyPath
    package let place: ConfigPlace
  }

  /// - Parameter value: merged.
  /// - Returns: the same without references; a string with one that leads nowhere stays as it is, and
  ///   is among the problems: `unknown-reference`, `reference-cycle`, `invalid-reference`,
  ///   `expansion-limit`.
  package static func resolve(
    _ value: ConfigValue
  ) -> (value: ConfigValue, uses: [Use], problems: [Diagnostic]) {
    resolve(value, search: NearestSearch())
  }

  /// - Parameter search: finds what may have been meant by what leads nowhere.
  package static func resolve(
    _ value: ConfigValue, search: NearestSearch
  ) -> (value: ConfigValue, uses: [Use], problems: [Diagnostic]) {
    var interpolation = ConfigInterpolation(root: value, search: search)
    let result = interpolation.resolve(value, at: ConfigKeyPath()) ?? value
    return (result, interpolation.uses, interpolation.problems)
  }

  private init(root: ConfigValue, search: NearestSearch) {
    self.root = root
    self.search = search
  }

  /// Whether a text is one reference and nothing else.
  package static func isReference(_ text: String) -> Bool {
    guard text.utf8.starts(with: "${".utf8) else { return false }
    return ConfigReferences(text).parts?.count == 1
  }

  /// - Returns: nil when a reference in a string leads nowhere.
  private mutating func resolve(_ value: ConfigValue, at path: ConfigKeyPath) -> ConfigValue? {
    switch value.content {
    case .string(let text):
      guard text.utf8.contains(UInt8(ascii: "$")) else {
        return open.isEmpty || grow(by: Size(bytes: text.utf8.count), path, value.place)
          ? value : nil
      }
      return string(text, value.place, at: path)
    case .dictionary(let dictionary):
      guard enter(value, path, count: dictionary.entries.count) else { return nil }
      defer { depth -= 1 }
      let resolved = dictionary.mapValues { entry in
        resolve(entry.value, at: path.appending(entry.key)) ?? entry.value
      }
      return ConfigValue(.dictionary(resolved), at: value.place)
    case .array(let values):
      guard enter(value, path, count: values.count) else { return nil }
      defer { depth -= 1 }
      let resolved = values.enumerated().map { index, element in
        resolve(element, at: path.appending(index)) ?? element
      }
      return ConfigValue(.array(resolved), at: value.place)
    default: return value
    }
  }

  private mutating func string(
    _ text: String, _ place: ConfigPlace, at path: ConfigKeyPath
  ) -> ConfigValue? {
    if let (result, size) = known[path] {
      return grow(by: size, path, place) ? result : nil
    }
    if let first = openPlaces[path] {
      cycle(Array(open[first...]) + [path], place)
      return nil
    }
    guard let parts = ConfigReferences(text).parts else {
      report(
        "invalid-reference", "'\(path)' has a '${' that is not closed, or names no key", path,
        place,
        "write ${api.host}; the text ${ itself is written $${")
      known[path] = (nil, Size())
      return nil
    }
    guard enter(ConfigValue(.string(text), at: place), path, count: 0) else { return nil }
    let before = size
    openPlaces[path] = open.count
    open.append(path)
    let result = joined(parts, place, at: path)
    open.removeLast()
    openPlaces[path] = nil
    depth -= 1
    known[path] = (
      result, Size(values: size.values - before.values, bytes: size.bytes - before.bytes)
    )
    return result
  }

  private mutating func joined(
    _ parts: [ConfigReferences.Part], _ place: ConfigPlace, at path: ConfigKeyPath
  ) -> ConfigValue? {
    var text = ""
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .reference(let name, let target):
        guard let (target, found) = find(name, target) else {
          unknown(name, path, place)
          return nil
        }
        uses.append(Use(path: path, target: target, place: place))
        guard var value = resolve(found, at: target) else { return nil }
        if parts.count == 1 {
          guard grow(by: Size(values: 1), path, place) else { return nil }
          value.place = place
          return value
        }
        guard let words = spelling(value) else {
          report(
            "invalid-reference",
            "'${\(name)}' is \(value.kind.title), which cannot be inside a text", path,
            place, "only strings, numbers, Booleans and dates can")
          return nil
        }
        text += words
      }
      guard grow(by: Size(bytes: text.utf8.count), path, place) else { return nil }
    }
    return ConfigValue(.string(text), at: place)
  }

  /// A key of the root with this name goes before a path.
  private func find(
    _ name: String, _ path: ConfigKeyPath?
  ) -> (ConfigKeyPath, ConfigValue)? {
    if let value = root.dictionary?[name] { return (ConfigKeyPath(keys: [name]), value) }
    return path.flatMap { path in root[path].map { (path, $0) } }
  }

  private func spelling(_ value: ConfigValue) -> String? {
    switch value.content {
    case .string(let text): text
    case .integer(let number): number.description
    case .real(let number): number.description
    case .boolean(let claim): claim ? "true" : "false"
    case .date(let date): date.description
    case .dictionary, .array, .data, .null: nil
    }
  }
}

extension ConfigInterpolation {
  /// - Parameter count: of the values that are directly in it.
  private mutating func enter(
    _ value: ConfigValue, _ path: ConfigKeyPath, count: Int
  ) -> Bool {
    guard depth < Self.depthLimit || open.isEmpty else {
      tooMuch("more than \(Self.depthLimit) references in one another", path, value.place)
      return false
    }
    // What no reference leads to is there anyway.
    guard open.isEmpty || grow(by: Size(values: count), path, value.place) else { return false }
    depth += 1
    return true
  }

  private mutating func grow(
    by amount: Size, _ path: ConfigKeyPath, _ place: ConfigPlace
  ) -> Bool {
    size.values += amount.values
    size.bytes += amount.bytes
    if size.values <= Self.valueLimit, size.bytes <= Self.byteLimit { return true }
    let what =
      size.values > Self.valueLimit
      ? "\(Self.valueLimit) values" : "\(Self.byteLimit) bytes"
    tooMuch("references make more than \(what)", path, place)
    return false
  }

  /// Said once: what follows has the same cause.
  private mutating func tooMuch(_ message: String, _ path: ConfigKeyPath, _ place: ConfigPlace) {
    if hasTooMuch { return }
    hasTooMuch = true
    report("expansion-limit", message, path, place, "write the values out")
  }

  private mutating func cycle(_ paths: [ConfigKeyPath], _ place: ConfigPlace) {
    let names = paths.map(\.description)
    report(
      "reference-cycle",
      "'\(names[0])' refers to itself: \(names.joined(separator: " -> "))", paths[0], place,
      "write one of them out")
  }

  private mutating func unknown(_ name: String, _ path: ConfigKeyPath, _ place: ConfigPlace) {
    let known = names ?? knownNames()
    names = known
    report(
      "unknown-reference", "'\(path)' refers to '\(TerminalText.shown(name))', which no layer has",
      path, place,
      search.nearest(to: name, among: known).map { "did you mean '${\($0)}'?" }
        ?? "set it in the base; the text ${ itself is written $${")
  }

  private func knownNames() -> [String] {
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

  private mutating func report(
    _ code: String, _ message: String, _ path: ConfigKeyPath, _ place: ConfigPlace, _ hint: String
  ) {
    var diagnostic = Diagnostic(
      .error, code, message, at: place.location, hint: hint, subject: path.description)
    diagnostic.about(path)
    if !place.bytes.isEmpty { diagnostic.bytes = place.bytes }
    problems.append(diagnostic)
  }
}
