import TremaXML

/// The prefixes in force, as elements open and close.
struct XMLNamespaces {
  /// The bindings by prefix, those of inner elements last.
  private var bindings: [Substring: [String]] = [:]
  /// The prefixes that each open element declares.
  private var declared: [[Substring]] = []

  mutating func open(_ tag: XMLTag) {
    var prefixes: [Substring] = []
    for attribute in tag.attributes where attribute.name.utf8.starts(with: "xmlns".utf8) {
      let rest = attribute.name.utf8.dropFirst(5)
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { continue }
      let prefix = Substring(rest.dropFirst())
      bindings[prefix, default: []].append(attribute.value)
      prefixes.append(prefix)
    }
    declared.append(prefixes)
  }

  mutating func close() {
    for prefix in declared.popLast() ?? [] { bindings[prefix]?.removeLast() }
  }

  /// Returns the namespace and the local name of an element; the URI is empty without a namespace.
  func resolve(element name: String) -> (uri: String, local: String) {
    let (prefix, local) = Self.split(name)
    return (uri(of: prefix) ?? "", local)
  }

  /// The attribute of a namespace; those without a prefix are in none.
  func attribute(_ local: String, of uri: String, in tag: XMLTag) -> XMLAttribute? {
    tag.attributes.first { attribute in
      guard attribute.name.utf8.contains(UInt8(ascii: ":")) else { return false }
      let (prefix, name) = Self.split(attribute.name)
      return name == local && self.uri(of: prefix) == uri
    }
  }

  private func uri(of prefix: Substring) -> String? {
    bindings[prefix]?.last
  }

  private static func split(_ name: String) -> (prefix: Substring, local: String) {
    let utf8 = name.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (name[..<colon], String(name[utf8.index(after: colon)...]))
  }
}
