import TremaDiagnostics
import TremaScalars

/// How values are shown: those that are secrets by what is known of them, the others as they are.
///
/// A secret is what the schema marks with `x-secret` and all that stands in it, and, where values
/// are looked at, what stands under a key that names a secret (`password`, `apiKey`) and what looks
/// like a secret of a known kind.
public struct ConfigRedaction: Sendable {
  private let contract: ConfigContract?
  private let detects: Bool

  /// - Parameter detects: whether to look at names and values, beside what the schema says.
  public init(contract: ConfigContract?, detects: Bool = true) {
    self.contract = contract
    self.detects = detects
  }

  /// What stands where a secret would, when nothing is to be said of it.
  public static let mask = "<redacted>"

  /// Whether the schema marks a value, or something that it stands in, with `x-secret`.
  ///
  /// - Parameter contract: what is said of the whole configuration.
  public static func isSecret(_ path: ConfigKeyPath, _ contract: ConfigContract?) -> Bool {
    ConfigRedaction(contract: contract).isMarked(path)
  }

  /// A value as ``shown(_:at:)`` shows it.
  ///
  /// - Parameter contract: what is said of the whole configuration.
  public static func shown(
    _ value: ConfigValue, _ path: ConfigKeyPath, _ contract: ConfigContract?
  ) -> String {
    ConfigRedaction(contract: contract).shown(value, at: path)
  }

  public func isSecret(_ value: ConfigValue, at path: ConfigKeyPath) -> Bool {
    isMarked(path) || detects && Self.isDetected(value, under: path.lastKey ?? "")
  }

  /// A value for people, in one line: in words that JSON would use, a date as RFC 3339 says, data by
  /// its length and digest, a secret as `<redacted: 24 characters, #a1b2c3>`.
  ///
  /// The digits are the first ones of a digest of key path, kind and value. They tell whether two
  /// environments have one secret at a key; of equal secrets at different keys they tell nothing. A
  /// secret of less than 16 bytes has none: it could be found by trying.
  public func shown(_ value: ConfigValue, at path: ConfigKeyPath) -> String {
    shown(value, path, isMarked: isMarked(path))
  }

  private func shown(_ value: ConfigValue, _ path: ConfigKeyPath, isMarked: Bool) -> String {
    switch value.content {
    case .dictionary(let dictionary):
      let entries = dictionary.entries.map { entry in
        let path = path.appending(entry.key)
        let isMarked = isMarked || contract?[path]?.node.marks.isSecret == true
        return "\(Self.quoted(entry.key)): \(shown(entry.value, path, isMarked: isMarked))"
      }
      return "{\(entries.joined(separator: ", "))}"
    case .array(let values):
      let elements = values.enumerated().map { index, value in
        let path = path.appending(index)
        let isMarked = isMarked || contract?[path]?.node.marks.isSecret == true
        return shown(value, path, isMarked: isMarked)
      }
      return "[\(elements.joined(separator: ", "))]"
    case _ where isMarked || detects && Self.isDetected(value, under: path.lastKey ?? ""):
      return Self.redacted(value, path)
    default: return Self.plain(value)
    }
  }

  private func isMarked(_ path: ConfigKeyPath) -> Bool {
    guard var contract else { return false }
    if contract.node.marks.isSecret { return true }
    for component in path.components {
      let next =
        switch component {
        case .key(let key): contract[key]
        case .index: contract.items
        }
      guard let next else { return false }
      if next.node.marks.isSecret { return true }
      contract = next
    }
    return false
  }

  static func isDetected(_ value: ConfigValue, under key: String) -> Bool {
    switch value.content {
    case .string(let text):
      if text.isEmpty { return false }
      // A name is enough to hide a value, where a report asks for more: nobody misses it.
      if let found = SecretDetector.look(at: text, under: key) {
        return found.confidence != .published
      }
      return SecretName.isSecret(key) && !SecretPlaceholder.isPlaceholder(text)
        && !SecretPlaceholder.isReference(text)
    case .data(let bytes):
      return SecretName.isSecret(key)
        || SecretDetector.look(at: String(decoding: bytes, as: UTF8.self), under: key)
          .map { $0.confidence != .published } ?? false
    default: return false
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

extension ConfigKeyPath {
  /// The innermost key, whatever indices follow it.
  var lastKey: String? {
    for component in components.reversed() {
      if case .key(let key) = component { return key }
    }
    return nil
  }
}
