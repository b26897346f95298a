public import Foundation
public import TremaMessages

extension URL: TextArgument {
  /// The absolute URL as a string argument.
  public var formatArgument: FormatArgument { .text(absoluteString) }
}

extension UUID: TextArgument {
  /// The UUID as a string argument.
  public var formatArgument: FormatArgument { .text(uuidString) }
}

extension CGFloat: TextArgument {
  /// The number as a floating-point argument.
  public var formatArgument: FormatArgument { .floating(Double(self)) }
}

extension Date: TextArgument {
  /// The date as a date argument.
  public var formatArgument: FormatArgument { .date(timeIntervalSince1970) }
}

extension Decimal: TextArgument {
  /// The number as a floating-point argument if it can be represented exactly; otherwise its digits
  /// as a string argument.
  public var formatArgument: FormatArgument {
    let number = Double(description) ?? .nan
    return Decimal(string: number.description) == self || isNaN
      ? .floating(number) : .text(description)
  }
}
