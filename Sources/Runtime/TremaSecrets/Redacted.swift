/// A type that may contain a secret and does not reveal it in its description. The description is
/// also used by `print`, string interpolation, debuggers and `dump`.
///
/// A conforming type implements only `description`.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  /// The value of `description`, so a debugger does not reveal secrets.
  public var debugDescription: String { description }

  /// A mirror without children, so `dump` shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
