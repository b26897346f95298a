import TremaSupport

extension URITemplate {
  /// The operator of an expression, and its properties.
  ///
  /// Source: RFC 6570, appendix A.
  enum Operator: UInt8, Hashable, Sendable {
    case simple = 0
    case reserved = 0x2B  // +
    case fragment = 0x23  // #
    case label = 0x2E  // .
    case path = 0x2F  // /
    case parameter = 0x3B  // ;
    case query = 0x3F  // ?
    case continuation = 0x26  // &

    var first: String {
      switch self {
      case .simple, .reserved: ""
      default: String(UnicodeScalar(rawValue))
      }
    }

    var separator: UInt8 {
      switch self {
      case .simple, .reserved, .fragment: UInt8(ascii: ",")
      case .query: UInt8(ascii: "&")
      default: rawValue
      }
    }

    var isNamed: Bool { [.parameter, .query, .continuation].contains(self) }
    /// Whether an empty value has its `=`.
    var keepsEquals: Bool { self != .parameter }
    var keepsReserved: Bool { self == .reserved || self == .fragment }
  }

  /// The URL, or the part of one. A variable without a value is left out, with what would be before
  /// it.
  ///
  /// - Throws: ``URITemplateError`` for a length on a list or on pairs, which have none.
  package func expand(
    _ values: [String: (any URITemplateConvertible)?]
  ) throws(URITemplateError) -> String {
    var output: [UInt8] = []
    for part in parts {
      switch part {
      case .literal(let bytes): output += bytes
      case .expression(let kind, let variables):
        var isFirst = true
        for variable in variables {
          guard case .some(.some(let value)) = values[variable.name] else { continue }
          for piece in try variable.pieces(of: value.templateValue, kind) {
            output += isFirst ? Array(kind.first.utf8) : [kind.separator]
            output += piece
            isFirst = false
          }
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension URITemplate.Variable {
  /// Returns the expanded parts, each with the separator of the expression before it; none where there is
  /// no value.
  fileprivate func pieces(
    of value: URITemplate.Value, _ kind: URITemplate.Operator
  ) throws(URITemplateError) -> [[UInt8]] {
    if case .text(let text) = value {
      return [named(Self.written(text, kind, upTo: prefix), kind)]
    }
    if prefix != nil {
      throw URITemplateError("'\(name)' has a length, and its value is no single text", at: offset)
    }
    switch value {
    case .text: return []
    case .list(let texts):
      let elements = texts.map { Self.written($0, kind) }
      if elements.isEmpty { return [] }
      if explodes { return elements.map { named($0, kind) } }
      return [named(Array(elements.joined(separator: [UInt8(ascii: ",")])), kind)]
    case .pairs(let pairs):
      if pairs.isEmpty { return [] }
      if explodes {
        return pairs.map { pair in
          let value = Self.written(pair.value, kind)
          let hasEquals = !value.isEmpty || !kind.isNamed || kind.keepsEquals
          return Self.written(pair.name, kind) + (hasEquals ? [UInt8(ascii: "=")] + value : [])
        }
      }
      let elements = pairs.flatMap { [Self.written($0.name, kind), Self.written($0.value, kind)] }
      return [named(Array(elements.joined(separator: [UInt8(ascii: ",")])), kind)]
    }
  }

  private func named(_ value: [UInt8], _ kind: URITemplate.Operator) -> [UInt8] {
    guard kind.isNamed else { return value }
    let hasEquals = !value.isEmpty || kind.keepsEquals
    return Array(name.utf8) + (hasEquals ? [UInt8(ascii: "=")] + value : [])
  }

  private static let reserved = PercentEncoding.Allowed.query.adding("#[]")

  /// Percent-encoded. Where reserved characters stay, `%` and two digits stay too, and count as one
  /// character: a length splits neither them nor a character of UTF-8.
  private static func written(
    _ text: String, _ kind: URITemplate.Operator, upTo length: Int? = nil
  ) -> [UInt8] {
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    var count = 0
    while let byte = rest.first {
      // A byte that continues a character belongs to the one before it.
      if byte & 0xC0 != 0x80 {
        if count == length { break }
        count += 1
      }
      let digits = rest.dropFirst().prefix(2)
      if kind.keepsReserved, byte == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy(ASCII.isHexadecimal)
      {
        output += rest.prefix(3)
        rest = rest.dropFirst(3)
        continue
      }
      let allowed = kind.keepsReserved ? reserved : PercentEncoding.Allowed.unreserved
      PercentEncoding.append(byte, leaving: allowed, to: &output)
      rest = rest.dropFirst()
    }
    return output
  }
}
