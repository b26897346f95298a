import TremaXML

/// The namespace declarations in effect at a position in a document.
struct XMLNamespaces {
  /// The namespaces by prefix, from the outermost to the innermost declaration.
  private var bindings: [Substring: [String]] = [:]
  /// The prefixes that each open element declares.
  private var declaredPrefixes: [[Substring]] = []

  /// Adds the declarations of a start tag. The empty prefix means `xmlns="…"`.
  mutating func open(_ tag: XMLTag) {
    var prefixes: [Substring] = []
    for attribute in tag.attributes where attribute.name.utf8.starts(with: "xmlns".utf8) {
      let rest = attribute.name.utf8.dropFirst(5)
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { continue }
      let prefix = Substring(rest.dropFirst())
      bindings[prefix, default: []].append(attribute.value)
      prefixes.append(prefix)
    }
    declaredPrefixes.append(prefixes)
  }

  /// Removes the declarations of the innermost element.
  mutating func close() {
    for prefix in declaredPrefixes.popLast() ?? [] { bindings[prefix]?.removeLast() }
  }

  /// Returns the namespace and the local name of an element. The URI is empty if the element has no
  /// namespace.
  func resolve(element name: String) -> (uri: String, local: String) {
    let (prefix, local) = Self.split(name)
    return (uri(of: prefix) ?? "", local)
  }

  /// Returns the attribute with a local name and a namespace. An attribute without a prefix has no
  /// namespace.
  func attribute(_ local: String, of uri: String, in tag: XMLTag) -> XMLAttribute? {
    tag.attributes.first { attribute in
      guard attribute.name.utf8.contains(UInt8(ascii: ":")) else { return false }
      let (prefix, name) = Self.split(attribute.name)
      return name == local && self.uri(of: prefix) == uri
    }
  }

  /// Returns the namespace of a prefix, or `nil` if it is not declared.
  private func uri(of prefix: Substring) -> String? {
    bindings[prefix]?.last
  }

  /// Splits a qualified name at its first colon.
  private static func split(_ name: String) -> (prefix: Substring, local: String) {
    let utf8 = name.utf8
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (name[..<colon], String(name[utf8.index(after: colon)...]))
  }
}
