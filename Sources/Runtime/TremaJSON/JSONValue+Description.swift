extension JSONValue: CustomStringConvertible {
  /// The value as JSON in one line, members in their order.
  public var description: String {
    String(
      decoding: JSONWriter(layout: .compact, finalNewline: false).bytes(of: self), as: UTF8.self)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as JSON in one line.
  public var description: String { JSONValue(.object(self)).description }
}
