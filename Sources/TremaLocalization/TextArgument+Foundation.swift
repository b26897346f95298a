public import Foundation
public import TremaMessages

extension URL: TextArgument {
  public var formatArgument: FormatArgument { .text(absoluteString) }
}

extension UUID: TextArgument {
  public var formatArgument: FormatArgument { .text(uuidString) }
}

extension CGFloat: TextArgument {
  public var formatArgument: FormatArgument { .floating(Double(self)) }
}
