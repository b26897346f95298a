import TremaJSON

/// A value of JSON can be the parameters of a request, with members in their order, and a part of
/// any other value.
extension JSONValue: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .array(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(element) }
    case .object(let object):
      var names = encoder.container(keyedBy: Name.self)
      for member in object.members {
        try names.encode(member.value, forKey: Name(stringValue: member.name))
      }
    default:
      var single = encoder.singleValueContainer()
      switch content {
      case .bool(let value): try single.encode(value)
      case .string(let text): try single.encode(text)
      case .number(let number): try number.encode(to: &single)
      default: try single.encodeNil()
      }
    }
  }
}

extension JSONNumber {
  /// Whole numbers of 64 bits as they are, others as the nearest one that there is.
  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let int {
      try container.encode(int)
    } else if let large = UInt64(text) {
      try container.encode(large)
    } else if let double {
      try container.encode(double)
    } else {
      try container.encode(text)
    }
  }
}
