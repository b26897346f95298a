import TremaConfigValues
import TremaSecrets
import TremaSupport

/// The secrets of a configuration and where they are, so that what quotes its files shows none.
///
/// Made of nothing it hides what looks like a secret by its letters or the key beside it: for files
/// that could not be read.
package struct ConfigSecrets: Sendable {
  /// The lines that hold a part of one, by file.
  private var lines: [String: Set<Int>] = [:]
  /// The keys that the schema marks, wherever they are, as ``SecretName`` compares them.
  private var keys: Set<[UInt8]> = []
  /// The keys of the schema, and the choices that it has for keys which are no secrets.
  private var schemaWords: Set<String> = []
  /// How values are shown: what is a secret at one key is hidden at all others, too.
  package private(set) var redaction: ConfigRedaction

  /// The files whose lines may be hidden; nil for all.
  package var files: Set<String>?

  package init() { redaction = ConfigRedaction(contract: nil) }

  /// - Parameters:
  ///   - values: whole configurations or layers of one, in which secrets are looked for.
  ///   - contract: what is said of each of them.
  package init(in values: some Sequence<ConfigValue>, contract: ConfigContract?) {
    redaction = ConfigRedaction(contract: contract)
    keys = Set((contract?.secretKeys ?? []).map(SecretName.spelling)).filter { !$0.isEmpty }
    schemaWords = contract?.openWords ?? []
    let found = redaction
    let keys = keys
    for value in values {
      found.forEachSecret(in: value) { path, value in insert(value, at: path) }
      // A file of lines spells keys as variables are spelled.
      if keys.isEmpty { continue }
      value.forEachLeaf { path, value in
        if keys.contains(SecretName.spelling(of: path.lastKey ?? "")) { insert(value, at: path) }
      }
    }
  }

  /// - Parameter matrix: its layers are searched, also those that others hide.
  package init(in matrix: ConfigMatrix) {
    // What is merged holds nothing that no layer has, unless references were filled in.
    let merged = matrix.interpolates ? matrix.columns.map(\.value) : []
    self.init(
      in: matrix.sharedLayers.map(\.layer.value) + merged, contract: matrix.contract)
  }

  private mutating func insert(_ value: ConfigValue, at path: ConfigKeyPath) {
    if let start = value.place.start {
      let end = max(value.place.end ?? start, start)
      lines[value.place.name, default: []].formUnion(start.line...end.line)
    }
    redaction.learn(value, at: path)
  }

  /// Takes over what is hidden of other configurations.
  package mutating func formUnion(_ other: ConfigSecrets) {
    lines.merge(other.lines) { $0.union($1) }
    keys.formUnion(other.keys)
    schemaWords.formUnion(other.schemaWords)
    redaction.formUnion(other.redaction)
  }

  /// A line of a file to be quoted: one with a secret has a star for each character but the white
  /// space that it begins with, so that columns stay what they are.
  ///
  /// - Parameter above: the lines above it, the nearest first, one of which may have its key.
  package func masked(
    _ line: String, _ number: Int, of file: String, above: some Sequence<String>
  ) -> String {
    if let files, !files.contains(file) { return line }
    let isSecret =
      lines[file]?.contains(number) == true || hasSecret(line, of: file)
      || isBelowSecretKey(line, above)
    return isSecret ? Self.stars(line) : line
  }

  /// Whether the line shows a secret, as far as its own letters tell.
  private func hasSecret(_ line: String, of file: String) -> Bool {
    let letters = SecretLine(line)
    return redaction.known.isIn(line) || letters.isSuspect(keys)
      || letters.isBare && SecretLine.isFileOfLines(file)
  }

  /// Whether the line has a value, or a part of one, whose key is above it and is a secret's.
  private func isBelowSecretKey(_ line: String, _ above: some Sequence<String>) -> Bool {
    let line = SecretLine(line)
    if line.isEnd || line.hasKey { return false }
    for line in above.lazy.map(SecretLine.init) where line.hasKey { return line.namesSecret(keys) }
    return false
  }

  /// One scalar for one, of as many bytes and UTF-16 units.
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

  /// The finding without any secret in its words; without its fixes where one of them writes it.
  package func masked(_ diagnostic: Diagnostic) -> Diagnostic {
    var masked = diagnostic
    masked.message = redaction.known.masked(diagnostic.message)
    masked.hint = diagnostic.hint.map(redaction.known.masked)
    masked.subject = redaction.known.masked(diagnostic.subject)
    masked.expected = diagnostic.expected.map(redaction.known.masked)
    masked.actual = diagnostic.actual.map(redaction.known.masked)
    masked.key = diagnostic.key.map(redaction.known.masked)
    masked.keyPath = diagnostic.keyPath.map(redaction.known.masked)
    for index in masked.related.indices {
      masked.related[index].message = redaction.known.masked(masked.related[index].message)
    }
    if diagnostic.fixes.contains(where: { redaction.known.isIn($0.replacement) }) {
      masked.fixes = []
    }
    return masked
  }

  /// A finding about a line that is hidden, without what it quotes of that line: all in quotation
  /// marks but names of keys and of environments, and words of the schema.
  package func withoutQuotations(_ diagnostic: Diagnostic) -> Diagnostic {
    var names = Set(diagnostic.keyPath + diagnostic.environments)
    names.formUnion([diagnostic.key, diagnostic.subject].compactMap { $0 })
    var masked = diagnostic
    masked.message = unquoted(diagnostic.message, but: names)
    masked.hint = diagnostic.hint.map { unquoted($0, but: names) }
    masked.actual = nil
    return masked
  }

  /// A value may have quotation marks itself: from the first one that encloses no name to the last.
  /// One behind a letter is an apostrophe.
  private func unquoted(_ text: String, but names: Set<String>) -> String {
    let parts = Self.partsAtMarks(text)
    let quoted = stride(from: 1, to: parts.count, by: 2).first { index in
      !names.contains(parts[index]) && !isOfSchema(parts[index])
    }
    guard let quoted else { return text }
    return parts[..<quoted].joined(separator: "'") + ConfigRedaction.mask + (parts.last ?? "")
  }

  /// Whether a text is a word of the schema, in quotation marks perhaps, or a path of its keys.
  private func isOfSchema(_ text: String) -> Bool {
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

  /// The text between quotation marks; an apostrophe between two letters is none.
  private static func partsAtMarks(_ text: String) -> [String] {
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

  /// A text without any secret in it.
  package func masked(_ text: String) -> String { redaction.known.masked(text) }

  /// Whether a text holds a secret, or what looks like one.
  package func isIn(_ text: String) -> Bool { hasSecret(text, of: "") }
}
