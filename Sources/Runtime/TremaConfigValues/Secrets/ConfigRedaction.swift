import TremaSecrets
import TremaSupport

/// Determines which values are secret, and renders values for output with secrets redacted.
///
/// A value is secret if the schema marks it with `x-secret`, if its key indicates a secret
/// (`password`, `apiKey`), if it looks like a known kind of secret, or if it equals or contains a
/// secret found at another key. ``ConfigSecrets`` collects these known secrets.
package struct ConfigRedaction: Sendable {
  /// The contracts for one or more versions of a configuration. A key that is secret in one of them
  /// is redacted.
  private var contracts: [ConfigContract]
  /// All secrets passed to ``insert(_:at:)``. They are redacted at every key.
  package private(set) var knownSecrets = SecretTexts()
  /// The secrets among ``knownSecrets`` for which ``isExcludedFromOutput(_:at:)`` is true: they are
  /// marked or look like secrets, instead of being secret only because of their key's name.
  private var excludedSecrets = SecretTexts()

  /// Creates a redaction without known secrets.
  ///
  /// - Parameter contract: The contract of the configuration's root; `nil` without a schema.
  package init(contract: ConfigContract?) { contracts = [contract].compactMap { $0 } }

  /// The replacement of a secret that hides even its length and digest.
  package static let mask = "<redacted>"

  /// Returns whether the schema marks a value or its container with `x-secret`.
  package func isMarked(_ path: ConfigKeyPath) -> Bool {
    position(path).isMarked
  }

  /// Returns whether a value is secret. A dictionary or an array is secret only if it is marked;
  /// its parts are not checked.
  package func isSecret(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    isSecret(value, at: position(path))
  }

  /// Returns whether a scalar must be excluded from all generated output.
  ///
  /// This rule is stricter than ``isSecret(_:at:)``. For a string, the name of the key is not
  /// sufficient: the string must also be marked, look like a secret, or contain a known secret.
  package func isExcludedFromOutput(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    let position = position(path)
    if position.isMarked { return true }
    switch value.content {
    case .string(let text):
      return excludedSecrets.matches(text) || Self.hasSecretForm(text, position)
    case .data(let bytes):
      // Bytes are compared as a string, because a token may be stored as data.
      let text = String(decoding: bytes, as: UTF8.self)
      return SecretName.isSecret(position.key) || excludedSecrets.matches(text)
        || Self.hasSecretForm(text, position)
    case .integer(let number):
      return SecretName.isPassword(position.key) || excludedSecrets.matches(number.description)
    case .real(let number): return excludedSecrets.matches(number.description)
    default: return false
    }
  }

  /// Returns whether a string looks like a secret that cannot be a public app identifier. The
  /// innermost key that indicates a secret is taken into account.
  private static func hasSecretForm(_ text: String, _ position: Position) -> Bool {
    SecretDetector.match(text, under: position.namingKey ?? position.key)
      .map { $0.confidence != .published } ?? false
  }

  /// Returns the path of a value if it is marked, or else the path of the first secret in it, or
  /// `nil` if there is none.
  func secret(in value: ConfigValue?, at path: ConfigKeyPath) -> ConfigKeyPath? {
    if isMarked(path) { return path }
    guard let value else { return nil }
    var first: ConfigKeyPath?
    forEachSecret(in: value, at: path) { path, _ in first = first ?? path }
    return first
  }

  /// Returns a value on one line for people: scalars as in JSON, dates in RFC 3339 format, data as
  /// its length and digest, and secrets as `<redacted: 24 characters, #a1b2c3>`.
  ///
  /// The digits come from the start of a SHA-256 digest of the key path, kind and value. They show
  /// whether two environments have the same secret at a key. Equal secrets at different keys have
  /// different digits. A secret of less than 16 bytes is shown without digits, because it could be
  /// found by trying all values.
  package func shown(_ value: ConfigValue, at path: ConfigKeyPath) -> String {
    shown(value, position(path), path)
  }

  /// Renders a value and its parts. The position and the path both refer to the value.
  private func shown(_ value: ConfigValue, _ position: Position, _ path: ConfigKeyPath) -> String {
    switch value.content {
    case .dictionary(let dictionary):
      let entries = dictionary.entries.map { entry in
        let entryPosition = position.entering(.key(entry.key))
        let words = shown(entry.value, entryPosition, path.appending(entry.key))
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

  /// Calls a closure with each secret scalar and its path, in configuration order.
  package func forEachSecret(
    in value: ConfigValue, at path: ConfigKeyPath = ConfigKeyPath(),
    _ visit: (ConfigKeyPath, ConfigValue) -> Void
  ) {
    var path = path
    forEachSecret(in: value, position(path), &path, visit)
  }

  /// Traverses a value. The path is changed in place and restored, which avoids a copy for each
  /// value.
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

  /// Returns whether a value at a position is secret. Booleans and dates are secret only if they
  /// are marked, because they have too few values to be recognized elsewhere.
  private func isSecret(_ value: ConfigValue, at position: Position) -> Bool {
    if position.isMarked { return true }
    switch value.content {
    case .string(let text):
      if text.isEmpty { return false }
      // An app identifier is public only if its provider restricts its use, so it is also redacted.
      if SecretDetector.match(text, under: position.key) != nil
        || SecretDetector.containsSecret(text)
      {
        return true
      }
      // The name of the key is sufficient to redact a value; ``isExcludedFromOutput(_:at:)``
      // requires more.
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

  /// Returns a path's position, starting at the root of the contracts.
  private func position(_ path: ConfigKeyPath) -> Position {
    var position = Position(contracts)
    for component in path.components { position.enter(component) }
    return position
  }

  /// Adds the contracts and secrets of another redaction. Everything that either of them redacts is
  /// redacted.
  package mutating func formUnion(_ other: ConfigRedaction) {
    contracts += other.contracts
    knownSecrets.formUnion(other.knownSecrets)
    excludedSecrets.formUnion(other.excludedSecrets)
  }

  /// Adds a secret. From now on, it is redacted at every key.
  package mutating func insert(_ value: ConfigValue, at path: ConfigKeyPath) {
    if isExcludedFromOutput(value, at: path) { Self.insert(value, into: &excludedSecrets) }
    Self.insert(value, into: &knownSecrets)
  }

  /// Inserts the strings that reveal a secret: the whole value, its secret parts, and data both as
  /// Base64 and as a string.
  private static func insert(_ value: ConfigValue, into known: inout SecretTexts) {
    switch value.content {
    case .string(let text):
      // A placeholder or a reference isn't a secret and would be found in unrelated strings.
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

  /// Returns the replacement for a secret, which shows its kind or length and digits from its
  /// digest.
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
    // The path is part of the digest, so equal secrets at different keys can't be recognized. The
    // zero bytes separate the fields.
    digest.update(Array("\(path)".utf8) + [0] + Array(value.kind.rawValue.utf8) + [0])
    digest.update(bytes)
    return "<redacted: \(size), #\(digest.hexDigest().prefix(6))>"
  }

  /// Returns a scalar that is not secret as a string.
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

  /// Returns a string in quotes on one line, with control characters escaped for a terminal.
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
  /// The position of a value in the configuration and the schema rules that apply there.
  private struct Position {
    /// The value's contracts. Contracts that do not contain the path have been removed.
    private var contracts: [ConfigContract]
    /// Whether a contract marks the value or its container with `x-secret`.
    private(set) var isMarked: Bool
    /// Whether the name of the key or an enclosing key indicates a secret.
    private(set) var hasSecretName = false
    /// The innermost key, or empty at the root.
    private(set) var key = ""
    /// The innermost key that indicates a secret, or `nil` if there is none.
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

    /// Returns the position of a key or an element in the value.
    func entering(_ component: ConfigKeyPath.Component) -> Position {
      var position = self
      position.enter(component)
      return position
    }
  }
}

extension ConfigKeyPath {
  /// The innermost key, ignoring indices that follow it, or `nil` for a path without keys.
  package var lastKey: String? {
    for component in components.reversed() {
      if case .key(let key) = component { return key }
    }
    return nil
  }
}
