import TremaConfigValues
import TremaSecrets
import TremaSupport

/// The secrets of a configuration and their lines, used to mask all output that quotes its files.
///
/// Without a configuration, values are still masked if they look like a secret or follow a key that
/// indicates one. This is used for files that could not be read.
package struct ConfigSecrets: Sendable {
  /// The line numbers that contain part of a secret, by file.
  private var lines: [String: Set<Int>] = [:]
  /// The keys that the schema marks as secret, at any depth, normalized as in ``SecretName``.
  private var keys: Set<[UInt8]> = []
  /// The schema's keys and the choices for non-secret keys. These may be quoted.
  private var schemaWords: Set<String> = []
  /// The redaction of values. A secret at one key is also redacted at all other keys.
  package private(set) var redaction: ConfigRedaction

  /// The files whose lines are masked, or `nil` for all files.
  package var files: Set<String>?

  /// Creates secrets without a configuration.
  package init() { redaction = ConfigRedaction(contract: nil) }

  /// Collects the secrets of values.
  ///
  /// - Parameters:
  ///   - values: Whole configurations or layers to search for secrets.
  ///   - contract: The contract for each value's root.
  package init(in values: some Sequence<ConfigValue>, contract: ConfigContract?) {
    redaction = ConfigRedaction(contract: contract)
    keys = Set((contract?.secretKeys ?? []).map(SecretName.normalizedForm)).filter { !$0.isEmpty }
    schemaWords = contract?.publicTexts ?? []
    let found = redaction
    let keys = keys
    for value in values {
      found.forEachSecret(in: value) { path, value in insert(value, at: path) }
      // Keys in line-based files are normalized like variables, so marked keys are also searched
      // for by their normalized names.
      if keys.isEmpty { continue }
      value.forEachLeaf { path, value in
        if keys.contains(SecretName.normalizedForm(of: path.lastKey ?? "")) {
          insert(value, at: path)
        }
      }
    }
  }

  /// Collects the secrets of all layers, including values that other layers override.
  ///
  /// - Parameter matrix: The environments of the configuration.
  package init(in matrix: ConfigMatrix) {
    // Every merged value occurs in a layer, unless references were resolved.
    let merged = matrix.interpolates ? matrix.columns.map(\.value) : []
    self.init(
      in: matrix.sharedLayers.map(\.layer.value) + merged, contract: matrix.contract)
  }

  /// Adds a secret and its lines.
  private mutating func insert(_ value: ConfigValue, at path: ConfigKeyPath) {
    if let start = value.location.start {
      let end = max(value.location.end ?? start, start)
      lines[value.location.name, default: []].formUnion(start.line...end.line)
    }
    redaction.insert(value, at: path)
  }

  /// Adds the secrets of another configuration.
  package mutating func formUnion(_ other: ConfigSecrets) {
    lines.merge(other.lines) { $0.union($1) }
    keys.formUnion(other.keys)
    schemaWords.formUnion(other.schemaWords)
    redaction.formUnion(other.redaction)
  }

  /// Returns a line of a file for quotation. In a line with a secret, each character except the
  /// indentation is replaced with an asterisk, so columns stay valid.
  ///
  /// - Parameters:
  ///   - number: The line number, starting at 1, or 0 if the line is not in the file.
  ///   - file: The path of the file.
  ///   - above: The preceding lines, nearest first. One of them may contain the value's key.
  package func masked(
    _ line: String, _ number: Int, of file: String, above: some Sequence<String>
  ) -> String {
    if let files, !files.contains(file) { return line }
    let isSecret =
      lines[file]?.contains(number) == true || hasSecret(line, of: file)
      || isBelowSecretKey(line, above)
    return isSecret ? Self.stars(line) : line
  }

  /// Returns whether the line itself shows that it contains a secret.
  private func hasSecret(_ line: String, of file: String) -> Bool {
    let letters = ScannedLine(line)
    return redaction.knownSecrets.matches(line) || letters.mightContainSecret(keys)
      || letters.isValueOnly && ScannedLine.isKeyValueFile(file)
  }

  /// Returns whether the line is a value or a part of one, and its key on a preceding line
  /// indicates a secret.
  private func isBelowSecretKey(_ line: String, _ above: some Sequence<String>) -> Bool {
    let line = ScannedLine(line)
    if line.isClosing || line.hasKey { return false }
    for line in above.lazy.map(ScannedLine.init) where line.hasKey {
      return line.containsSecretKey(keys)
    }
    return false
  }

  /// Returns the line with each scalar replaced with one of the same length in UTF-8 and UTF-16.
  static func stars(_ line: String) -> String {
    var isIndentation = true
    var masked = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      isIndentation = isIndentation && (scalar == " " || scalar == "\t")
      switch scalar.value {
      case _ where isIndentation: masked.append(scalar)
      case ..<0x80: masked.append("*")
      case ..<0x800: masked.append("\u{D7}")
      case ..<0x10000: masked.append("\u{2217}")
      default: masked.append("\u{1F512}")
      }
    }
    return String(masked)
  }

  /// Returns the diagnostic with all secrets masked in its message and hint. Its fixes are removed
  /// if one of them contains a secret.
  package func masked(_ diagnostic: Diagnostic) -> Diagnostic {
    var masked = diagnostic
    masked.message = redaction.knownSecrets.masked(diagnostic.message)
    masked.hint = diagnostic.hint.map(redaction.knownSecrets.masked)
    masked.subject = redaction.knownSecrets.masked(diagnostic.subject)
    masked.expected = diagnostic.expected.map(redaction.knownSecrets.masked)
    masked.actual = diagnostic.actual.map(redaction.knownSecrets.masked)
    masked.key = diagnostic.key.map(redaction.knownSecrets.masked)
    masked.keyPath = diagnostic.keyPath.map(redaction.knownSecrets.masked)
    for index in masked.related.indices {
      masked.related[index].message = redaction.knownSecrets.masked(masked.related[index].message)
    }
    // A masked fix would write the mask to the file.
    if diagnostic.fixes.contains(where: { redaction.knownSecrets.matches($0.replacement) }) {
      masked.fixes = []
    }
    return masked
  }

  /// Returns a diagnostic about a masked line without the parts that quote the line. Quoted key and
  /// environment names, and words from the schema, are kept.
  package func withoutQuotations(_ diagnostic: Diagnostic) -> Diagnostic {
    var names = Set(diagnostic.keyPath + diagnostic.environments)
    names.formUnion([diagnostic.key, diagnostic.subject].compactMap { $0 })
    var masked = diagnostic
    masked.message = unquoted(diagnostic.message, except: names)
    masked.hint = diagnostic.hint.map { unquoted($0, except: names) }
    masked.actual = nil
    return masked
  }

  /// Replaces everything from the first quote that does not enclose a known name to the last quote,
  /// because a quoted value may itself contain quotes.
  ///
  /// - Parameters:
  ///   - text: The message or hint.
  ///   - names: The strings that may be quoted.
  private func unquoted(_ text: String, except names: Set<String>) -> String {
    // Every second part is quoted.
    let parts = Self.splitAtQuotationMarks(text)
    let quoted = stride(from: 1, to: parts.count, by: 2).first { index in
      !names.contains(parts[index]) && !isSchemaWord(parts[index])
    }
    guard let quoted else { return text }
    return parts[..<quoted].joined(separator: "'") + ConfigRedaction.mask + (parts.last ?? "")
  }

  /// Returns whether a string is a word from the schema, optionally quoted, or a path of its keys.
  private func isSchemaWord(_ text: String) -> Bool {
    var word = text[...]
    if word.utf8.count > 1, word.utf8.first == UInt8(ascii: "\""),
      word.utf8.last == UInt8(ascii: "\"")
    {
      word = word.dropFirst().dropLast()
    }
    return schemaWords.contains(String(word))
      || word.split(separator: ".").allSatisfy { schemaWords.contains(String($0)) }
        && !word.isEmpty
  }

  /// Splits a string at its quotes. An apostrophe between two letters is not a quote.
  private static func splitAtQuotationMarks(_ text: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      let isBetweenLetters =
        index > 0 && index + 1 < bytes.count && ASCII.isLetter(bytes[index - 1])
        && ASCII.isLetter(bytes[index + 1])
      if byte == UInt8(ascii: "'"), !isBetweenLetters {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a string with all secrets masked.
  package func masked(_ text: String) -> String { redaction.knownSecrets.masked(text) }

  /// Returns whether a string contains a known secret or looks like one.
  package func matches(_ text: String) -> Bool { hasSecret(text, of: "") }
}
