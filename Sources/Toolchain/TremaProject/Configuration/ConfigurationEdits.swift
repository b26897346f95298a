import ConfigKit
import TremaConfigValues
import TremaSupport

/// Computes edits for configuration findings that have none: converting a value to the required
/// kind, and removing an override that has no effect.
struct ConfigurationEdits {
  /// The configuration that the findings are about.
  private let matrix: ConfigMatrix
  /// The files that have been read, by path.
  private var files: [String: SourceBytes] = [:]

  init(_ matrix: ConfigMatrix) { self.matrix = matrix }

  /// Returns a finding with edits if they are unambiguous; otherwise returns the finding unchanged.
  ///
  /// - Throws: A diagnostic if the finding's file cannot be read.
  mutating func completed(_ finding: Diagnostic) throws(Diagnostic) -> Diagnostic {
    guard finding.fixes.isEmpty, let path = finding.key.flatMap(ConfigKeyPath.init),
      let location = finding.location, let format = ConfigFormat(path: location.file)
    else { return finding }
    var finding = finding
    if finding.code == "dead-override" {
      if let entry = entry(path, location) {
        let removal = try removal(of: entry, format)
        finding.fixes = removal.map { [$0] } ?? []
      }
    } else if let value = value(path, location), let kinds = kinds(path, finding.code) {
      finding.fixes = try rewriting(value, kinds, format).map { [$0] } ?? []
    }
    return finding
  }

  /// The layers of all environments; the base is included once per environment.
  private var layers: [ConfigLayer] { matrix.columns.flatMap(\.environment.layers) }

  /// Returns the value at a key path with a location.
  private func value(_ path: ConfigKeyPath, _ location: SourceLocation) -> ConfigValue? {
    layers.lazy.compactMap { $0.value[path] }.first { $0.location.diagnosticLocation == location }
  }

  /// Returns the entry of a dictionary whose key has a location.
  private func entry(
    _ path: ConfigKeyPath, _ location: SourceLocation
  ) -> ConfigDictionary.Entry? {
    guard case .key(let key)? = path.components.last else { return nil }
    let parent = ConfigKeyPath(Array(path.components.dropLast()))
    return layers.lazy.compactMap { $0.value[parent]?.dictionary?.entry(key) }
      .first { $0.keyLocation.diagnosticLocation == location }
  }

  /// Returns the allowed kinds of a value: the kinds in the schema, or the kind in the base if two
  /// layers contradict each other.
  private func kinds(_ path: ConfigKeyPath, _ code: String) -> Set<ConfigKind>? {
    if let contract = matrix.contract?[path], let kinds = contract.node.kinds { return kinds }
    guard code == "kind-conflict" else { return nil }
    return matrix.base?.value[path].map { [$0.kind] }
  }

  /// Returns the edit that converts a value to one of the given kinds, or `nil` if the conversion
  /// is not lossless.
  private mutating func rewriting(
    _ value: ConfigValue, _ kinds: Set<ConfigKind>, _ format: ConfigFormat
  ) throws(Diagnostic) -> Diagnostic.Edit? {
    guard let location = value.location.diagnosticLocation else { return nil }
    let text = try text(of: location.file)
    guard let spelling = text.spelling(at: location, format),
      let new = ConfigRewrite.text(of: value, as: kinds, in: spelling)
    else { return nil }
    return Diagnostic.Edit(at: location, replacement: new)
  }

  /// Returns the edit that removes an entry with its comma, and with its line if the line contains
  /// nothing else.
  ///
  /// - Returns: `nil` if the format or the file does not allow the removal.
  private mutating func removal(
    of entry: ConfigDictionary.Entry, _ format: ConfigFormat
  ) throws(Diagnostic) -> Diagnostic.Edit? {
    guard let key = entry.keyLocation.diagnosticLocation,
      let value = entry.value.location.diagnosticLocation
    else {
      return nil
    }
    let text = try text(of: key.file)
    // Edits of such a file are never applied, but their presence causes the file to be reported as
    // not fixable.
    if !text.isFixable { return Diagnostic.Edit(at: value, replacement: "") }
    guard let start = text.range(of: key)?.lowerBound, let end = text.range(of: value)?.upperBound,
      start < end
    else { return nil }
    switch text.spelling(at: key, format) {
    case .xml?:
      return Diagnostic.Edit(at: text.location(text.withLine(start..<end)), replacement: "")
    case .json?:
      return text.withComma(start..<end).map {
        Diagnostic.Edit(at: text.location(text.withLine($0)), replacement: "")
      }
    // In YAML, a dictionary without entries would become null, which removes the dictionary.
    case .yaml?, nil: return nil
    }
  }

  /// Returns the bytes of a file without its byte order mark.
  private mutating func text(of file: String) throws(Diagnostic) -> SourceBytes {
    if let text = files[file] { return text }
    let bytes = try InputFile(path: file).contents(limit: InputFile.maxWholeFileSize)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = SourceBytes(Array(bytes.dropFirst(mark)), file: file)
    files[file] = text
    return text
  }
}

/// The bytes of a file, and the conversion between offsets and locations.
private struct SourceBytes {
  /// The bytes without a byte order mark.
  let bytes: [UInt8]
  /// The path of the file.
  let file: String
  /// Whether the locations of findings correspond to the bytes. If they do not, edits are not
  /// applied and ``Fixing`` reports the reason.
  let isFixable: Bool

  init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    isFixable =
      FixableForm.configurations(removesKeys: true).unfixableReason(of: bytes, in: file) == nil
  }

  /// Returns the byte range of a location, or `nil` if it is empty or does not exist.
  func range(of location: SourceLocation) -> Range<Int>? {
    guard let start = location.start.flatMap(offset), let end = location.end.flatMap(offset),
      start < end
    else { return nil }
    return start..<end
  }

  /// Returns the notation of the value at a location, or `nil` for notations in which values are
  /// not converted, such as OpenStep property lists.
  func spelling(
    at location: SourceLocation, _ format: ConfigFormat
  ) -> ConfigRewrite.Syntax? {
    if format == .json { return .json }
    if format == .yaml {
      // An anchor or a tag before the value would be lost, and a block scalar spans multiple lines.
      let first = range(of: location).flatMap { bytes[$0].first }
      return first.map { Array("&!*|>".utf8).contains($0) } == false ? .yaml : nil
    }
    guard format == .plist else { return nil }
    if !isFixable { return .xml }
    return range(of: location).map { bytes[$0].first == UInt8(ascii: "<") } == true ? .xml : nil
  }

  /// Returns a position's offset, or `nil` if it is after the end of the file.
  private func offset(_ position: SourcePosition) -> Int? {
    var start = 0
    for _ in 1..<max(position.line, 1) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = end + 1
    }
    let offset = start + position.column - 1
    return offset <= bytes.count ? offset : nil
  }

  /// Returns the location of a byte range.
  func location(_ range: Range<Int>) -> SourceLocation {
    let start = SourcePosition.start.advanced(over: bytes[..<range.lowerBound])
    return SourceLocation(file: file, start: start, end: start.advanced(over: bytes[range]))
  }

  /// Returns the range of an entry with the following comma, or with the preceding comma if it is
  /// the last entry.
  ///
  /// - Returns: `nil` if anything except whitespace separates the entry and the comma.
  func withComma(_ range: Range<Int>) -> Range<Int>? {
    if let next = bytes[range.upperBound...].firstIndex(where: { $0 > 0x20 }) {
      if bytes[next] == UInt8(ascii: ",") { return range.lowerBound..<next + 1 }
      guard bytes[next] == UInt8(ascii: "}") else { return nil }
    }
    guard let before = bytes[..<range.lowerBound].lastIndex(where: { $0 > 0x20 }) else {
      return nil
    }
    switch bytes[before] {
    case UInt8(ascii: ","): return before..<range.upperBound
    case UInt8(ascii: "{"): return range
    default: return nil
    }
  }

  /// Returns the range extended to whole lines if the lines contain only blanks otherwise; if not,
  /// returns the range unchanged.
  func withLine(_ range: Range<Int>) -> Range<Int> {
    let before = bytes[..<range.lowerBound].lastIndex { !Self.isBlank($0) }
    let start = before.map { $0 + 1 } ?? 0
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n"),
      let end = bytes[range.upperBound...].firstIndex(where: { !Self.isBlank($0) && $0 != 0x0D }),
      bytes[end] == UInt8(ascii: "\n")
    else { return range }
    return start..<end + 1
  }

  /// Returns whether a byte is a space or a tab.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
