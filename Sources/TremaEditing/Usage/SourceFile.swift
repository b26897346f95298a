/// A kind of source file that can use keys.
public enum SourceFile: String, CaseIterable, Sendable {
  case swift, kt, kts, java, xml

  /// - Returns: nil for a file of any other kind.
  public init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: String(path[path.utf8.index(after: dot)...]))
  }

  /// Reads a whole file, in time proportional to its length.
  ///
  /// - Returns: what it says about keys; nothing for a file that trema made itself.
  public func findings(_ bytes: [UInt8], _ names: UsageNames) -> SourceFindings {
    if Self.isGenerated(bytes) { return SourceFindings() }
    return switch self {
    case .swift: SwiftSources.findings(bytes, names)
    case .kt, .kts: KotlinSources.findings(bytes, names, isKotlin: true)
    case .java: KotlinSources.findings(bytes, names, isKotlin: false)
    case .xml: AndroidXML.findings(bytes, names)
    }
  }

  /// A line near the beginning says so.
  private static func isGenerated(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1 << 10).split(separator: UInt8(ascii: "\n")).prefix(4).contains { line in
      let text = line.drop { $0 == 0x20 }
      guard openings.contains(where: { text.starts(with: $0) }) else { return false }
      return contains(text, notice)
    }
  }

  private static let openings = ["// Generated from ", "<!-- Generated from "].map {
    Array($0.utf8)
  }
  private static let notice = Array(
    ". Do not edit: change the catalogue and generate again.".utf8)

  private static func contains(_ line: ArraySlice<UInt8>, _ words: [UInt8]) -> Bool {
    line.indices.contains { line[$0...].starts(with: words) }
  }
}
