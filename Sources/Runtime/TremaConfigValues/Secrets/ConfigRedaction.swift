import TremaSecrets
import TremaSupport

/// How values are shown: those that are secrets by what is known of them, the others as they are.
///
/// A secret is what the schema marks with `x-secret`, what is under a key that names a secret
/// (`password`, `apiKey`), what looks like a secret of a known kind, and what repeats one of these at
/// another key: ``ConfigSecrets`` knows them.
package struct ConfigRedaction: Sendable {
  /// The contracts of one state of a configuration, or of several: a key that one of them hides is
  /// hidden.
  private var contracts: [ConfigContract]
  /// The secrets that were found, at any key.
  package private(set) var known = SecretTexts()
  /// The secrets among them that are more than the values of keys with such a name.
  private var sealed = SecretTexts()

  /// - Parameter contract: what is said of the whole configuration.
  package init(contract: ConfigContract?) { contracts = [contract].compactMap { $0 } }

  /// The replacement of a secret that nothing is to be said of.
  package static let mask = "<redacted>"

  /// Whether the schema marks a value, or something that it is in, with `x-secret`.
  package func isMarked(_ path: ConfigKeyPath) -> Bool {
    position(path).isMarked
  }

  /// Whether a value is one; of a dictionary or an array, whether all in it is.
  package func isSecret(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    isSecret(value, at: position(path))
  }

  /// Whether a value without parts may be in nothing that is generated: the schema marks it, or it
  /// looks like a secret, while a name alone is enough for ``isSecret(_:at:)``.
  package func keepsOut(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    let position = position(path)
    if position.isMarked { return true }
    switch value.content {
    case .string(let text):
      return sealed.isIn(text) || Self.isSighted(text, position)
    case .data(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return SecretName.isSecret(position.key) || sealed.isIn(text)
        || Self.isSighted(text, position)
    case .integer(let number):
      return SecretName.isPassword(position.key) || sealed.isIn(number.description)
    case .real(let number): return sealed.isIn(number.description)
    default: return false
    }
  }

  private static func isSighted(_ text: String, _ position: Position) -> Bool {
    SecretDetector.match(text, under: position.namingKey ?? position.key)
      .map { $0.confidence != .published } ?? false
  }

  /// The path of a value if it is a secret, else of the first one in it.
  func secret(in value: ConfigValue?, at path: ConfigKeyPath) -> ConfigKeyPath? {
    if isMarked(path) { return path }
    guard let value else { return nil }
    var first: ConfigKeyPath?
    forEachSecret(in: value, at: path) { path, _ in first = first ?? path }
    return first
  }

  /// A value for people, in one line: in words that JSON would use, a date as RFC 3339 says, data by
  /// its length and digest, a secret as `<redacted: 24 characters, #a1b2c3>`.
  ///
  /// The digits are the first ones of a digest of key path, kind and value. They tell whether two
  /// environments have one secret at a key; of equal secrets at different keys they tell nothing. A
  /// secret of less than 16 bytes has none: it could be found by trying.
  package func shown(_ value: ConfigValue, at path: ConfigKeyPath) -> String {
    shown(value, position(path), path)
  }

  private func shown(_ value: ConfigValue, _ position: Position, _ path: ConfigKeyPath) -> String {
    switch value.content {
    case .dictionary(let dictionary):
      let entries = dictionary.entries.map { entry in
        let inside = position.entering(.key(entry.key))
        let words = shown(entry.value, inside, path.appending(entry.key))
        return "\(Self.quoted(entry.key)): \(words)"
      }
      return "{\(entries.joined(separator: ", "))}"
    case .array(let values):
      let elements = values.enumerated().map { index, value in
        shown(value, position.entering(.index(index)), path.appending(index))
      }
      return "[\(elements.joined(separator: ", "))]"
    default:
      return isSecret(value, at: position) ? Self.redacted(value, path) : Self.plain(value)
    }
  }

  /// Every value without parts that is a secret, with its path.
  package func forEachSecret(
    in value: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath(),
    _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    var path = path
    forEachSecret(in: value, position(path), &path, visit)
  }

  private func forEachSecret(
    in value: ConfigValue, _ position: Position, _ path: inout ConfigKeyPath,
    _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    switch value.content {
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        path.components.append(.key(entry.key))
        forEachSecret(in: entry.value, position.entering(.key(entry.key)), &path, visit)
        path.components.removeLast()
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        path.components.append(.index(index))
        forEachSecret(in: value, position.entering(.index(index)), &path, visit)
        path.components.removeLast()
      }
    default: if isSecret(value, at: position) { visit(path, value) }
    }
  }

  private func isSecret(_ value: ConfigValue, at position: Position) -> Bool {
    if position.isMarked { return true }
    switch value.content {
    case .string(let text):
      if text.isEmpty { return false }
      // What identifies an app is public only while its provider limits it, so it is hidden, too.
      if SecretDetector.match(text, under: position.key) != nil || SecretDetector.isIn(text) {
        return true
      }
      // A name is enough to hide a value; a report demands more.
      return position.isNamed && !SecretPlaceholder.isPlaceholder(text)
        && !SecretPlaceholder.isReference(text) || known.isIn(text)
    case .data(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return position.isNamed || known.isIn(text) || SecretDetector.isIn(text)
        || SecretDetector.match(text, under: position.key) != nil
    case .integer(let number): return position.isNamed || known.isIn(number.description)
    case .real(let number): return position.isNamed || known.isIn(number.description)
    case .boolean, .date, .null, .dictionary, .array: return false
    }
  }

  private func position(_ path: ConfigKeyPath) -> Position {
    var position = Position(contracts)
    for component in path.components { position.enter(component) }
    return position
  }

  /// Takes over what another one hides.
  package mutating func formUnion(_ other: ConfigRedaction) {
    contracts += other.contracts
    known.formUnion(other.known)
    sealed.formUnion(other.sealed)
  }

  /// Remembers a secret, which is hidden at every key from now on.
  package mutating func learn(_ value: ConfigValue, at path: ConfigKeyPath) {
    if keepsOut(value, at: path) { Self.insert(value, into: &sealed) }
    Self.insert(value, into: &known)
  }

  private static func insert(_ value: ConfigValue, into known: inout SecretTexts) {
    switch value.content {
    case .string(let text):
      // A word that means a secret is none, and would be found in other words.
      if SecretPlaceholder.isPlaceholder(text) || SecretPlaceholder.isReference(text) { return }
      known.insert(text)
      for part in SecretDetector.parts(of: text) where !SecretPlaceholder.isPlaceholder(part) {
        known.insert(part)
      }
    case .data(let bytes):
      known.insert(Base64.encoded(bytes))
      known.insert(String(decoding: bytes, as: UTF8.self))
    case .integer(let number): known.insert(number: number.description)
    case .real(let number): known.insert(number: number.description)
    default: break
    }
  }

  private static func redacted(_ value: ConfigValue, _ path: ConfigKeyPath) -> String {
    let bytes: [UInt8]
    let size: String
    switch value.content {
    case .string(let text):
      bytes = Array(text.utf8)
      size = counted(text.unicodeScalars.count, "character")
    case .data(let data):
      bytes = data
      size = counted(data.count, "byte")
    default: return "<redacted: \(value.kind.title)>"
    }
    guard bytes.count >= 16 else { return "<redacted: \(size)>" }
    var digest = SHA256()
    digest.update(Array("\(path)".utf8) + [0] + Array(value.kind.rawValue.utf8) + [0])
    digest.update(bytes)
    return "<redacted: \(size), #\(digest.finish().prefix(6))>"
  }

  private static func plain(_ value: ConfigValue) -> String {
    switch value.content {
    case .string(let text): quoted(text)
    case .integer(let number): number.description
    case .real(let number): "\(number)"
    case .boolean(let claim): "\(claim)"
    case .date(let date): date.description
    case .data(let bytes):
      counted(bytes.count, "byte") + (bytes.isEmpty ? "" : ", #\(digits(of: bytes))")
    case .null: "null"
    case .dictionary, .array: ""
    }
  }

  /// In quotation marks, on one line.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return TerminalText.shown(quoted + "\"")
  }

  private static func digits(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return String(digest.finish().prefix(6))
  }
}

extension ConfigRedaction {
  /// The position of a value, and the rules for it.
  private struct Position {
    /// The contracts of the schemas for it.
    private var contracts: [ConfigContract]
    private(set) var isMarked: Bool
    /// Whether a key on the way names a secret.
    private(set) var isNamed = false
    /// The innermost key.
    private(set) var key = ""
    /// The innermost one that names a secret.
    private(set) var namingKey: String?

    init(_ contracts: [ConfigContract]) {
      self.contracts = contracts
      isMarked = contracts.contains { $0.node.marks.isSecret }
    }

    mutating func enter(_ component: ConfigKeyPath.Component) {
      switch component {
      case .key(let key):
        self.key = key
        if SecretName.isSecret(key) { (isNamed, namingKey) = (true, key) }
        if !contracts.isEmpty { contracts = contracts.compactMap { $0[key] } }
      case .index: contracts = contracts.compactMap(\.items)
      }
      isMarked = isMarked || contracts.contains { $0.node.marks.isSecret }
    }

    func entering(_ component: ConfigKeyPath.Component) -> Position {
      var inside = self
      inside.enter(component)
      return inside
    }
  }
}

extension ConfigKeyPath {
  /// The innermost key, without the indices behind it.
  package var lastKey: String? {
    for component in components.reversed() {
      if case .key(let key) = component { return key }
    }
    return nil
  }
}
