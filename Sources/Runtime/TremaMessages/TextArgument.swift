/// An argument's value, independent of its Swift type.
public enum FormatArgument: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A signed integer.
  case integer(Int64)
  /// An unsigned integer.
  case unsigned(UInt64)
  /// A floating-point number.
  case floating(Double)
  /// A single character.
  case character(Character)
  /// A Boolean.
  case boolean(Bool)
  /// A point in time, in seconds since 1970-01-01 00:00 UTC.
  case date(Double)
}

/// A type whose values can be passed as arguments to a text. The compiler rejects other types,
/// whereas `CVarArg` would accept some of them and read invalid memory.
///
/// To pass your own types, add a conformance:
/// ```swift
/// extension Celsius: TextArgument {
///   public var formatArgument: FormatArgument { .floating(degrees) }
/// }
/// ```
public protocol TextArgument: Sendable {
  /// The value as an argument.
  var formatArgument: FormatArgument { get }
}

extension FormatArgument: TextArgument {
  /// The argument itself.
  public var formatArgument: FormatArgument { self }
}

extension TextArgument where Self: FixedWidthInteger & SignedInteger {
  /// The value as an integer argument. A number that exceeds 64 bits becomes a string argument so
  /// that no digit is lost.
  public var formatArgument: FormatArgument {
    Int64(exactly: self).map(FormatArgument.integer) ?? .text(String(self))
  }
}

extension TextArgument where Self: FixedWidthInteger & UnsignedInteger {
  /// The value as an unsigned integer argument. A number that exceeds 64 bits becomes a string
  /// argument so that no digit is lost.
  public var formatArgument: FormatArgument {
    UInt64(exactly: self).map(FormatArgument.unsigned) ?? .text(String(self))
  }
}

extension Int: TextArgument {}
extension Int8: TextArgument {}
extension Int16: TextArgument {}
extension Int32: TextArgument {}
extension Int64: TextArgument {}
extension UInt: TextArgument {}
extension UInt8: TextArgument {}
extension UInt16: TextArgument {}
extension UInt32: TextArgument {}
extension UInt64: TextArgument {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: TextArgument {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: TextArgument {}

extension Double: TextArgument {
  /// The number as a floating-point argument.
  public var formatArgument: FormatArgument { .floating(self) }
}

extension Float: TextArgument {
  /// The number as a floating-point argument with the decimal value that the `Float` prints as: 0.1
  /// remains 0.1, whereas a binary conversion would give 0.10000000149011612.
  public var formatArgument: FormatArgument { .floating(Double(description) ?? Double(self)) }
}

extension String: TextArgument {
  /// The string as an argument.
  public var formatArgument: FormatArgument { .text(self) }
}

extension Substring: TextArgument {
  /// The substring as a string argument.
  public var formatArgument: FormatArgument { .text(String(self)) }
}

extension Character: TextArgument {
  /// The character as an argument.
  public var formatArgument: FormatArgument { .character(self) }
}

extension Unicode.Scalar: TextArgument {
  /// The scalar as a character argument.
  public var formatArgument: FormatArgument { .character(Character(self)) }
}

extension Bool: TextArgument {
  /// The Boolean as an argument.
  public var formatArgument: FormatArgument { .boolean(self) }
}

extension FormatArgument: CustomStringConvertible {
  /// The argument as formatted by `%@`.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .floating(let number): String(describing: number)
    case .character(let character): String(character)
    case .boolean(let value): value ? "true" : "false"
    case .date(let seconds): String(describing: seconds)
    }
  }
}

extension FormatArgument {
  /// The argument's type.
  public var type: ArgumentType {
    switch self {
    case .text: .text
    case .integer, .unsigned: .integer
    case .floating: .floating
    case .character: .character
    case .boolean: .boolean
    case .date: .date
    }
  }
}
