import TremaSupport

extension URITemplate {
  /// An expression's operator, with the properties of its expansion. The raw value is the ASCII
  /// code of the operator.
  ///
  /// See RFC 6570, appendix A.
  enum Operator: UInt8, Hashable, Sendable {
    case simple = 0
    case reserved = 0x2B  // +
    case fragment = 0x23  // #
    case label = 0x2E  // .
    case path = 0x2F  // /
    case parameter = 0x3B  // ;
    case query = 0x3F  // ?
    case continuation = 0x26  // &

    /// The string before the first value.
    var first: String {
      switch self {
      case .simple, .reserved: ""
      default: String(UnicodeScalar(rawValue))
      }
    }

    /// The byte between values.
    var separator: UInt8 {
      switch self {
      case .simple, .reserved, .fragment: UInt8(ascii: ",")
      case .query: UInt8(ascii: "&")
      default: rawValue
      }
    }

    /// Whether values are preceded by their names and `=`.
    var isNamed: Bool { [.parameter, .query, .continuation].contains(self) }
    /// Whether the `=` is kept if the value is empty.
    var keepsEquals: Bool { self != .parameter }
    /// Whether reserved characters of a value are not percent-encoded.
    var keepsReserved: Bool { self == .reserved || self == .fragment }
  }

  /// Returns the expanded URL or part of a URL. A variable without a value is omitted together with
  /// its separator.
  ///
  /// - Throws: ``URITemplateError`` if a variable with a prefix length has a list or pairs as its
  ///   value.
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
          for expandedPart in try variable.expandedParts(of: value.templateValue, kind) {
            output += isFirst ? Array(kind.first.utf8) : [kind.separator]
            output += expandedPart
            isFirst = false
          }
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension URITemplate.Variable {
  /// Returns a variable's expanded parts without the expression's separators, or an empty array if
  /// it has no value.
  fileprivate func expandedParts(
    of value: URITemplate.Value, _ kind: URITemplate.Operator
  ) throws(URITemplateError) -> [[UInt8]] {
    if case .text(let text) = value {
      return [named(Self.encoded(text, kind, upTo: prefix), kind)]
    }
    if prefix != nil {
      throw URITemplateError(
        "'\(name)' has a prefix modifier, but its value is not a string", at: offset)
    }
    switch value {
    case .text: return []
    case .list(let texts):
      let elements = texts.map { Self.encoded($0, kind) }
      if elements.isEmpty { return [] }
      if explodes { return elements.map { named($0, kind) } }
      return [named(Array(elements.joined(separator: [UInt8(ascii: ",")])), kind)]
    case .pairs(let pairs):
      if pairs.isEmpty { return [] }
      if explodes {
        return pairs.map { pair in
          let value = Self.encoded(pair.value, kind)
          let hasEquals = !value.isEmpty || !kind.isNamed || kind.keepsEquals
          return Self.encoded(pair.name, kind) + (hasEquals ? [UInt8(ascii: "=")] + value : [])
        }
      }
      let elements = pairs.flatMap { [Self.encoded($0.name, kind), Self.encoded($0.value, kind)] }
      return [named(Array(elements.joined(separator: [UInt8(ascii: ",")])), kind)]
    }
  }

  /// Returns a value with its name, if the operator adds names.
  private func named(_ value: [UInt8], _ kind: URITemplate.Operator) -> [UInt8] {
    guard kind.isNamed else { return value }
    let hasEquals = !value.isEmpty || kind.keepsEquals
    return Array(name.utf8) + (hasEquals ? [UInt8(ascii: "=")] + value : [])
  }

  /// The characters that are left as is in reserved and fragment expansion, except percent-encoded
  /// triplets.
  private static let reserved = PercentEncoding.Allowed.query.adding("#[]")

  /// Percent-encodes a string. For operators that keep reserved characters, percent-encoded
  /// triplets are kept too, and count as one character: a prefix length splits neither a triplet
  /// nor a UTF-8 sequence.
  ///
  /// - Parameter length: The maximum number of characters, or `nil` for all.
  private static func encoded(
    _ text: String, _ kind: URITemplate.Operator, upTo length: Int? = nil
  ) -> [UInt8] {
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    var count = 0
    while let byte = rest.first {
      // A UTF-8 continuation byte belongs to the character before it.
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
