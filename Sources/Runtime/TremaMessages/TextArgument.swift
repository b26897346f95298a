/// The value of an argument without its Swift type.
public enum FormatArgument: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case unsigned(UInt64)
  case floating(Double)
  case character(Character)
  case boolean(Bool)
  /// A point in time, in seconds from 1970-01-01 00:00 UTC.
  case date(Double)
}

/// A value that can be shown in a text. What does not conform does not compile as an argument,
/// where `CVarArg` would take it and read memory that is not there.
///
/// Types of your own conform in one line:
/// ```swift
/// extension Celsius: TextArgument {
///   public var formatArgument: FormatArgument { .floating(degrees) }
/// }
/// ```
public protocol TextArgument: Sendable {
  var formatArgument: FormatArgument { get }
}

extension FormatArgument: TextArgument {
  /// The argument itself.
  public var formatArgument: FormatArgument { self }
}

extension TextArgument where Self: FixedWidthInteger & SignedInteger {
  /// A number beyond 64 bits becomes its digits: nothing is cut off.
  public var formatArgument: FormatArgument {
    Int64(exactly: self).map(FormatArgument.integer) ?? .text(String(self))
  }
}

extension TextArgument where Self: FixedWidthInteger & UnsignedInteger {
  /// A number beyond 64 bits becomes its digits: nothing is cut off.
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
  /// The decimal number that the Float is written as: 0.1 stays 0.1, where widening its bits would
  /// show 0.10000000149011612.
  public var formatArgument: FormatArgument { .floating(Double(description) ?? Double(self)) }
}

extension String: TextArgument {
  /// The text as an argument.
  public var formatArgument: FormatArgument { .text(self) }
}

extension Substring: TextArgument {
  /// The text as an argument.
  public var formatArgument: FormatArgument { .text(String(self)) }
}

extension Character: TextArgument {
  /// The character as an argument.
  public var formatArgument: FormatArgument { .character(self) }
}

extension Unicode.Scalar: TextArgument {
  /// The character as an argument.
  public var formatArgument: FormatArgument { .character(Character(self)) }
}

extension Bool: TextArgument {
  /// The Boolean as an argument.
  public var formatArgument: FormatArgument { .boolean(self) }
}

extension FormatArgument: CustomStringConvertible {
  /// The argument as `%@` shows it.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .floating(let number): String(describing: number)
    case .character(let character): String(character)
    case .boolean(let claim): claim ? "true" : "false"
    case .date(let seconds): String(describing: seconds)
    }
  }
}

extension FormatArgument {
  /// The type of the argument.
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
