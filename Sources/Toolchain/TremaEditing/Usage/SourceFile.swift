/// A kind of source file that can use keys.
package enum SourceFile: String, CaseIterable, Sendable {
  case swift, kt, kts, java, xml, storyboard, xib, plist

  /// - Returns: nil for a file of any other kind.
  package init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: String(path[path.utf8.index(after: dot)...]))
  }

  /// Reads a whole file, in time proportional to its length.
  ///
  /// - Returns: what it says about keys; no use for a file that trema or another tool made of the texts.
  package func findings(_ bytes: [UInt8], _ names: UsageNames) -> SourceFindings {
    if let generated = GeneratedSource(bytes) { return generated.findings(bytes) }
    return switch self {
    case .swift: SwiftSources.findings(bytes, names)
    case .kt, .kts: KotlinSources.findings(bytes, names, isKotlin: true)
    case .java: KotlinSources.findings(bytes, names, isKotlin: false)
    case .xml: AndroidXML.findings(bytes, names)
    case .storyboard, .xib: InterfaceXML.findings(bytes, names, isPropertyList: false)
    case .plist: InterfaceXML.findings(bytes, names, isPropertyList: true)
    }
  }
}
