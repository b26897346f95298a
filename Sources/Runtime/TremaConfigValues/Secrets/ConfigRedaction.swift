import TremaSecrets
import TremaSupport

/// Decides which values are secrets, and renders values for output with the secrets redacted.
///
/// A value is a secret if the schema marks it with `x-secret`, if its key names a secret
/// (`password`, `apiKey`), if it has the form of a known kind of secret, or if it equals or
/// contains a secret that was found at another key. ``ConfigSecrets`` collects the latter.
package struct ConfigRedaction: Sendable {
  /// The contracts of one state of a configuration, or of several states. A key that is secret in
  /// one of them is redacted.
  private var contracts: [ConfigContract]
  /// All secrets that were passed to ``insert(_:at:)``. They are redacted at every key.
  package private(set) var knownSecrets = SecretTexts()
  /// The secrets among ``knownSecrets`` for which ``isExcludedFromOutput(_:at:)`` is true: they are
  /// marked or look like secrets, and are not secret by the name of their key alone.
  private var excludedSecrets = SecretTexts()

  /// - Parameter contract: the contract of the root of the configuration, or `nil` without a
  ///   schema.
  package init(contract: ConfigContract?) { contracts = [contract].compactMap { $0 } }

  /// The replacement of a secret whose length and digest are not shown either.
  package static let mask = "<redacted>"

  /// Whether the schema marks a value, or a container of it, with `x-secret`.
  package func isMarked(_ path: ConfigKeyPath) -> Bool {
    position(path).isMarked
  }

  /// Whether a value is a secret. A dictionary or an array is one only if it is marked; its parts
  /// are not examined.
  package func isSecret(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    isSecret(value, at: position(path))
  }

  /// Whether a scalar must be kept out of all generated output.
  ///
  /// The rule is stricter than ``isSecret(_:at:)``: the name of the key is not enough for a string,
  /// which must also be marked, have the form of a secret, or contain a known one.
  package func isExcludedFromOutput(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    let position = position(path)
    if position.isMarked { return true }
    switch value.content {
    case .string(let text):
      return excludedSecrets.matches(text) || Self.hasSecretForm(text, position)
    case .data(let bytes):
      // Bytes are compared as text, since a token may be stored as data.
      let text = String(decoding: bytes, as: UTF8.self)
      return SecretName.isSecret(position.key) || excludedSecrets.matches(text)
        || Self.hasSecretForm(text, position)
    case .integer(let number):
      return SecretName.isPassword(position.key) || excludedSecrets.matches(number.description)
    case .real(let number): return excludedSecrets.matches(number.description)
    default: return false
    }
  }

  /// Whether a text has the form of a secret, other than of an identifier of an app that may be
  /// public. The key that is taken into account is the innermost one that names a secret.
  private static func hasSecretForm(_ text: String, _ position: Position) -> Bool {
    SecretDetector.match(text, under: position.namingKey ?? position.key)
      .map { $0.confidence != .published } ?? false
  }

  /// Returns the path of a value if it is marked, else the path of the first secret in it, or `nil`
  /// if there is none.
  func secret(in value: ConfigValue?, at path: ConfigKeyPath) -> ConfigKeyPath? {
    if isMarked(path) { return path }
    guard let value else { return nil }
    var first: ConfigKeyPath?
    forEachSecret(in: value, at: path) { path, _ in first = first ?? path }
    return first
  }

  /// Returns a value on one line for people: scalars as in JSON, dates in the format of RFC 3339,
  /// data as its length and digest, secrets as `<redacted: 24 characters, #a1b2c3>`.
  ///
  /// The digits are the first ones of a SHA-256 digest of key path, kind and value. They show
  /// whether two environments have the same secret at a key. Equal secrets at different keys have
  /// different digits. A secret of less than 16 bytes is shown without digits, because it could be
  /// found by trying all values.
  package func shown(_ value: ConfigValue, at path: ConfigKeyPath) -> String {
    shown(value, position(path), path)
  }

  /// Renders a value and its parts. The position and the path are those of the value.
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

  /// Calls a closure with each scalar that is a secret, and its path, in the order of the
  /// configuration.
  package func forEachSecret(
    in value: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath(),
    _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    var path = path
    forEachSecret(in: value, position(path), &path, visit)
  }

  /// Walks a value. The path is changed in place, and restored, to avoid a copy for each value.
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

  /// Whether a value at a position is a secret. Booleans and dates are secrets only if they are
  /// marked: they have too few values to be recognised elsewhere.
  private func isSecret(_ value: ConfigValue, at position: Position) -> Bool {
    if position.isMarked { return true }
    switch value.content {
    case .string(let text):
      if text.isEmpty { return false }
      // An identifier of an app is public only if its provider restricts its use, so it is
      // redacted, too.
      if SecretDetector.match(text, under: position.key) != nil
        || SecretDetector.containsSecret(text)
      {
        return true
      }
      // The name of the key is enough to redact a value; ``isExcludedFromOutput(_:at:)`` demands
      // more.
      return position.hasSecretName && !SecretPlaceholder.isPlaceholder(text)
        && !SecretPlaceholder.isReference(text) || knownSecrets.matches(text)
    case .data(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return position.hasSecretName || knownSecrets.matches(text)
        || SecretDetector.containsSecret(text)
        || SecretDetector.match(text, under: position.key) != nil
    case .integer(let number):
      return position.hasSecretName || knownSecrets.matches(number.description)
    case .real(let number):
      return position.hasSecretName || knownSecrets.matches(number.description)
    case .boolean, .date, .null, .dictionary, .array: return false
    }
  }

  /// Returns the position of a path, which starts at the root of the contracts.
  private func position(_ path: ConfigKeyPath) -> Position {
    var position = Position(contracts)
    for component in path.components { position.enter(component) }
    return position
  }

  /// Adds the contracts and the secrets of another redaction: what either of them redacts is
  /// redacted.
  package mutating func formUnion(_ other: ConfigRedaction) {
    contracts += other.contracts
    knownSecrets.formUnion(other.knownSecrets)
    excludedSecrets.formUnion(other.excludedSecrets)
  }

  /// Adds a secret, which is redacted at every key from now on.
  package mutating func insert(_ value: ConfigValue, at path: ConfigKeyPath) {
    if isExcludedFromOutput(value, at: path) { Self.insert(value, into: &excludedSecrets) }
    Self.insert(value, into: &knownSecrets)
  }

  /// Inserts the texts under which a secret can be found: the whole value, its secret parts, and
  /// data both as Base64 and as text.
  private static func insert(_ value: ConfigValue, into known: inout SecretTexts) {
    switch value.content {
    case .string(let text):
      // A placeholder or a reference is not a secret, and would be found in unrelated texts.
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

  /// Returns the text that replaces a secret: its kind or length, and the digits of its digest.
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
    // A digest of a short secret could be reversed by trying all values.
    guard bytes.count >= 16 else { return "<redacted: \(size)>" }
    var digest = SHA256()
    // The path is part of the digest, so that equal secrets at different keys cannot be recognised.
    // The zero bytes separate the fields.
    digest.update(Array("\(path)".utf8) + [0] + Array(value.kind.rawValue.utf8) + [0])
    digest.update(bytes)
    return "<redacted: \(size), #\(digest.hexDigest().prefix(6))>"
  }

  /// Returns a scalar that is not a secret as text.
  private static func plain(_ value: ConfigValue) -> String {
    switch value.content {
    case .string(let text): quoted(text)
    case .integer(let number): number.description
    case .real(let number): "\(number)"
    case .boolean(let boolean): "\(boolean)"
    case .date(let date): date.description
    case .data(let bytes):
      counted(bytes.count, "byte") + (bytes.isEmpty ? "" : ", #\(digits(of: bytes))")
    case .null: "null"
    case .dictionary, .array: ""
    }
  }

  /// Returns a text in quotation marks on one line, with control characters escaped for a terminal.
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
    return TerminalText.escaped(quoted + "\"")
  }

  /// Returns the first six hexadecimal digits of the SHA-256 digest.
  private static func digits(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return String(digest.hexDigest().prefix(6))
  }
}

extension ConfigRedaction {
  /// The position of a value in the configuration, with the rules of the schema that apply there.
  private struct Position {
    /// The contracts of the value. Those that do not know the path have been removed.
    private var contracts: [ConfigContract]
    /// Whether a contract marks the value or a container of it with `x-secret`.
    private(set) var isMarked: Bool
    /// Whether the name of the key, or of a key around it, names a secret.
    private(set) var hasSecretName = false
    /// The innermost key; empty at the root.
    private(set) var key = ""
    /// The innermost key that names a secret, or `nil` if none does.
    private(set) var namingKey: String?

    /// Creates the position of the root.
    init(_ contracts: [ConfigContract]) {
      self.contracts = contracts
      isMarked = contracts.contains { $0.node.marks.isSecret }
    }

    /// Moves the position to a key or an element of the value.
    mutating func enter(_ component: ConfigKeyPath.Component) {
      switch component {
      case .key(let key):
        self.key = key
        if SecretName.isSecret(key) { (hasSecretName, namingKey) = (true, key) }
        if !contracts.isEmpty { contracts = contracts.compactMap { $0[key] } }
      case .index: contracts = contracts.compactMap(\.items)
      }
      isMarked = isMarked || contracts.contains { $0.node.marks.isSecret }
    }

    /// Returns the position of a key or an element of the value.
    func entering(_ component: ConfigKeyPath.Component) -> Position {
      var inside = self
      inside.enter(component)
      return inside
    }
  }
}

extension ConfigKeyPath {
  /// The innermost key, without indices after it; `nil` for a path without keys.
  package var lastKey: String? {
    for component in components.reversed() {
      if case .key(let key) = component { return key }
    }
    return nil
  }
}
