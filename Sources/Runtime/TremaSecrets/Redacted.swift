/// A type that may contain a secret, which its description does not reveal. The description is also
/// what `print`, string interpolation, a debugger and `dump` show.
///
/// A conforming type implements only `description`.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
}

extension Redacted {
  /// The same as `description`, so that a debugger reveals no secret.
  public var debugDescription: String { description }

  /// A mirror without children, so that a dump shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
