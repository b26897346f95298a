// A URL is put together by its description, which therefore is the whole text.
extension URLReference: CustomDebugStringConvertible, CustomReflectable {
  /// Without user name, password, query and fragment.
  public var debugDescription: String { Redaction.url(self) }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension URITemplate.Value: Redacted {
  public var description: String {
    switch self {
    case .text: "a text"
    case .list(let texts): "a list of \(texts.count)"
    case .pairs(let pairs): "[\(pairs.map(\.description).joined(separator: ", "))]"
    }
  }
}

extension URITemplate.Value.Pair: Redacted {
  public var description: String { "\(HTTPSyntax.shown(name)): \(Redaction.mask)" }
}
