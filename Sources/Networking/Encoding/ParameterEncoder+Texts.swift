import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Encoding of single values.
extension ParameterEncoder {
  /// Returns the string for a single value, or `nil` if the value is encoded by its `encode(to:)`.
  func text(of value: some Encodable) throws -> String? {
    switch value {
    case let value as String: value
    case let value as Bool: text(value)
    case let value as any BinaryInteger: "\(value)"
    case let value as Double: try text(value)
    case let value as Float: try text(value)
    case let value as Date: try text(value)
    case let value as Data: try text(value)
    case let value as URL: value.absoluteString
    case let value as Decimal:
      value.isFinite ? "\(value)" : try nonFiniteString(isNaN: true, isNegative: false)
    default: nil
    }
  }

  /// Returns the string for a Boolean.
  func text(_ value: Bool) -> String {
    switch rules.bools {
    case .words: value ? "true" : "false"
    case .digits: value ? "1" : "0"
    case .custom(let text): text(value)
    }
  }

  /// Returns the shortest string that represents the number exactly, without a fraction for a whole
  /// number.
  func text<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Number
  ) throws -> String {
    guard value.isFinite else {
      return try nonFiniteString(isNaN: value.isNaN, isNegative: value < 0)
    }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the string for infinity or NaN.
  ///
  /// - Throws: `ParameterError` if the rules do not allow such numbers.
  private func nonFiniteString(isNaN: Bool, isNegative: Bool) throws -> String {
    guard case .words(let infinity, let negativeInfinity, let word) = rules.numbers else {
      throw ParameterError(.notFinite, at: codingPath.names)
    }
    return isNaN ? word : isNegative ? negativeInfinity : infinity
  }

  /// Returns the string for a date, or `nil` if it is encoded by its `encode(to:)`.
  private func text(_ date: Date) throws -> String? {
    switch rules.dates {
    case .iso8601: return try timestamp(date.timeIntervalSinceReferenceDate)
    case .iso8601Milliseconds:
      let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded(.down)
      let seconds = (milliseconds / 1000).rounded(.down)
      let text = try timestamp(seconds)
      let fraction = String(Int(milliseconds - seconds * 1000) + 1000).dropFirst()
      return "\(text.dropLast()).\(fraction)Z"
    case .secondsSince1970: return try text(date.timeIntervalSince1970)
    case .millisecondsSince1970:
      return try text((date.timeIntervalSince1970 * 1000).rounded(.down))
    case .deferred: return nil
    case .custom(let encode): return try call { try encode(date) }
    }
  }

  /// Returns an ISO 8601 date from seconds since 2001-01-01T00:00:00Z.
  private func timestamp(_ seconds: Double) throws -> String {
    guard let timestamp = PropertyListDate(seconds: seconds) else {
      throw ParameterError(.dateOutOfRange, at: codingPath.names)
    }
    return timestamp.description
  }

  /// Returns the string for data, or `nil` if it is encoded by its `encode(to:)`.
  private func text(_ data: Data) throws -> String? {
    switch rules.data {
    case .base64: return Base64.encoded(data)
    case .base64URL:
      let letters = Base64.encoded(data).utf8.compactMap { letter -> UInt8? in
        switch letter {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "="): nil
        default: letter
        }
      }
      return String(decoding: letters, as: UTF8.self)
    case .hexadecimal:
      return data.reduce(into: "") { text, byte in
        text += String(byte >> 4, radix: 16) + String(byte & 0x0F, radix: 16)
      }
    case .deferred: return nil
    case .custom(let encode): return try call { try encode(data) }
    }
  }

  /// Calls a custom encoding closure, wrapping any error it throws.
  private func call(_ rule: () throws -> String) throws -> String {
    do {
      return try rule()
    } catch {
      throw ParameterError(.thrown(error), at: codingPath.names)
    }
  }
}
