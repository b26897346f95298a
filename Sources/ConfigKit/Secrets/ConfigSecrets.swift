import TremaDiagnostics

/// The secrets of a configuration and where they stand, so that what quotes its files shows none.
///
/// Made of nothing it hides what looks like a secret by its letters or the key beside it: for files
/// that could not be read.
public struct ConfigSecrets: Sendable {
  /// The lines that hold a part of one, by file.
  private var lines: [String: Set<Int>] = [:]
  private var texts = SecretTexts()
  /// The keys that the schema marks, wherever they stand.
  private var keys: Set<String> = []

  public init() {}

  /// - Parameter matrix: its layers are searched, also those that others hide.
  public init(in matrix: ConfigMatrix) {
    keys = matrix.contract?.secretKeys ?? []
    for shared in matrix.sharedLayers {
      collect(shared.layer.value, under: "", matrix.contract, isMarked: false)
    }
    // Else they hold nothing that no layer has.
    guard matrix.interpolates else { return }
    for column in matrix.columns {
      collect(column.value, under: "", matrix.contract, isMarked: false)
    }
  }

  /// - Parameters:
  ///   - key: the innermost one.
  ///   - isMarked: whether something that the value stands in is a secret.
  private mutating func collect(
    _ value: ConfigValue, under key: String, _ contract: ConfigContract?, isMarked: Bool
  ) {
    let isMarked = isMarked || contract?.node.marks.isSecret == true
    switch value.content {
    case .dictionary(let dictionary):
      for entry in dictionary.entries {
        collect(entry.value, under: entry.key, contract?[entry.key], isMarked: isMarked)
      }
    case .array(let values):
      for value in values { collect(value, under: key, contract?.items, isMarked: isMarked) }
    case _ where isMarked || ConfigRedaction.isDetected(value, under: key):
      if let start = value.place.start {
        let end = max(value.place.end ?? start, start)
        lines[value.place.name, default: []].formUnion(start.line...end.line)
      }
      if let text = value.string { texts.insert(text) }
    default: break
    }
  }

  /// A line of a file to be quoted: one with a secret has a star for each character but the white
  /// space that it begins with, so that columns stay what they are.
  ///
  /// - Parameter above: the line above it, which may have the key.
  public func masked(_ line: String, _ number: Int, of file: String, above: String?) -> String {
    let isSecret =
      lines[file]?.contains(number) == true || texts.isIn(line) || SecretLine(line).isSuspect(keys)
      || above.map { SecretLine($0).isSecretKey(keys) } == true
    return isSecret ? Self.stars(line) : line
  }

  /// One scalar for one, of as many bytes and UTF-16 units.
  private static func stars(_ line: String) -> String {
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
  public func masked(_ diagnostic: Diagnostic) -> Diagnostic {
    var masked = diagnostic
    masked.message = texts.masked(diagnostic.message)
    masked.hint = diagnostic.hint.map(texts.masked)
    masked.subject = texts.masked(diagnostic.subject)
    masked.expected = diagnostic.expected.map(texts.masked)
    masked.actual = diagnostic.actual.map(texts.masked)
    for index in masked.related.indices {
      masked.related[index].message = texts.masked(masked.related[index].message)
    }
    if diagnostic.fixes.contains(where: { texts.isIn($0.replacement) }) { masked.fixes = [] }
    return masked
  }

  /// A text such as a patch, with `<redacted>` where a secret stood.
  public func masked(_ text: String) -> String { texts.masked(text) }
}
